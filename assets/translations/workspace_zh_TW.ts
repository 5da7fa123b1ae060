<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>檔案(&amp;F)</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新任務</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新專案…</translation>
    </message>
    <message>
        <source>Open a project folder…</source>
        <translation>開啟專案資料夾…</translation>
    </message>
    <message>
        <source>Import task…</source>
        <translation>匯入任務…</translation>
    </message>
    <message>
        <source>Export task…</source>
        <translation>匯出任務…</translation>
    </message>
    <message>
        <source>Make the sample project</source>
        <translation>建立範例專案</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Undo what was done last</source>
        <translation>復原上一個動作</translation>
    </message>
    <message>
        <source>Say where the project&apos;s folder is now…</source>
        <translation>指定專案資料夾現在的位置…</translation>
    </message>
    <message>
        <source>Share the project…</source>
        <translation>分享專案…</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>關閉視窗</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>前往(&amp;G)</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>你想做什麼？</translation>
    </message>
    <message>
        <source>Go to a task</source>
        <translation>前往任務</translation>
    </message>
    <message>
        <source>Search in tasks, works and messages</source>
        <translation>搜尋任務、成果與訊息</translation>
    </message>
    <message>
        <source>Find an action…</source>
        <translation>尋找動作…</translation>
    </message>
    <message>
        <source>Go to task…</source>
        <translation>前往任務…</translation>
    </message>
    <message>
        <source>Search everywhere…</source>
        <translation>全面搜尋…</translation>
    </message>
    <message>
        <source>Dashboard</source>
        <translation>儀表板</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件匣</translation>
    </message>
    <message>
        <source>Previous task</source>
        <translation>上一個任務</translation>
    </message>
    <message>
        <source>Next that waits for you</source>
        <translation>下一個等待你的任務</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>視窗的下一個區域</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>視窗的上一個區域</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Stop after this message</source>
        <translation>在這則訊息之後停止</translation>
    </message>
    <message>
        <source>Rename task</source>
        <translation>重新命名任務</translation>
    </message>
    <message>
        <source>Open the task&apos;s folder</source>
        <translation>開啟任務的資料夾</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>步驟(&amp;S)</translation>
    </message>
    <message>
        <source>Find in this conversation…</source>
        <translation>在這個對話中尋找…</translation>
    </message>
    <message>
        <source>Run this step again…</source>
        <translation>再次執行這個步驟…</translation>
    </message>
    <message>
        <source>Continue this step in a new conversation…</source>
        <translation>在新對話中繼續這個步驟…</translation>
    </message>
    <message>
        <source>Compare works of two runs…</source>
        <translation>比較兩次執行的成果…</translation>
    </message>
    <message>
        <source>Branch this task…</source>
        <translation>從這個任務建立分支…</translation>
    </message>
    <message>
        <source>Tas&amp;k</source>
        <translation>任務(&amp;K)</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立刻停止</translation>
    </message>
    <message>
        <source>Run this task again as a new one</source>
        <translation>以新任務再次執行這個任務</translation>
    </message>
    <message>
        <source>Tree of branches…</source>
        <translation>分支樹…</translation>
    </message>
    <message>
        <source>Delete task</source>
        <translation>刪除任務</translation>
    </message>
    <message>
        <source>Cost and budgets of this step…</source>
        <translation>這個步驟的費用與預算…</translation>
    </message>
    <message>
        <source>Cost and budgets of this conversation…</source>
        <translation>這個對話的費用與預算…</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>訊息(&amp;M)</translation>
    </message>
    <message>
        <source>Message above</source>
        <translation>上一則訊息</translation>
    </message>
    <message>
        <source>Message below</source>
        <translation>下一則訊息</translation>
    </message>
    <message>
        <source>Say this message differently…</source>
        <translation>把這則訊息換個說法…</translation>
    </message>
    <message>
        <source>Continue from this message…</source>
        <translation>從這則訊息繼續…</translation>
    </message>
    <message>
        <source>Branch a new task at this message…</source>
        <translation>從這則訊息分支出新任務…</translation>
    </message>
    <message>
        <source>&amp;Work</source>
        <translation>成果(&amp;W)</translation>
    </message>
    <message>
        <source>Works and files</source>
        <translation>成果與檔案</translation>
    </message>
    <message>
        <source>Older version</source>
        <translation>較舊的版本</translation>
    </message>
    <message>
        <source>Newer version</source>
        <translation>較新的版本</translation>
    </message>
    <message>
        <source>What changed in this version</source>
        <translation>這個版本的變更</translation>
    </message>
    <message>
        <source>Work as it is written, or formatted</source>
        <translation>成果顯示為原文或排版</translation>
    </message>
    <message>
        <source>Edit this work</source>
        <translation>編輯這份成果</translation>
    </message>
    <message>
        <source>Comment on the passage</source>
        <translation>對這個段落加入意見</translation>
    </message>
    <message>
        <source>Where this work came from…</source>
        <translation>這份成果的來源…</translation>
    </message>
    <message>
        <source>Send the comments to this conversation</source>
        <translation>把意見送到這個對話</translation>
    </message>
    <message>
        <source>Revise by the comments in a new conversation</source>
        <translation>在新的對話中依意見修訂</translation>
    </message>
    <message>
        <source>Start from this version…</source>
        <translation>從這個版本開始…</translation>
    </message>
    <message>
        <source>Keep this out-of-date work as it is</source>
        <translation>保留這份過時的成果</translation>
    </message>
    <message>
        <source>“{0}” is kept as it is, though what it was made from has changed.</source>
        <translation>「{0}」會維持原樣，雖然它所依據的內容已經變更。</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>側邊欄</translation>
    </message>
    <message>
        <source>Light look</source>
        <translation>淺色外觀</translation>
    </message>
    <message>
        <source>Dark look</source>
        <translation>深色外觀</translation>
    </message>
    <message>
        <source>Look as the system</source>
        <translation>外觀跟隨系統</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>All actions with their keys</source>
        <translation>所有動作與其快速鍵</translation>
    </message>
    <message>
        <source>Actions and keys</source>
        <translation>動作與快速鍵</translation>
    </message>
    <message>
        <source>Welcome page</source>
        <translation>歡迎頁</translation>
    </message>
</context>
<context>
    <name>Ago</name>
    <message>
        <source>just now</source>
        <translation>剛剛</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分鐘</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} 小時</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>已 {0}</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
</context>
<context>
    <name>ApprovalCard</name>
    <message>
        <source>Say what the tool would have answered.</source>
        <translation>請說明工具本來會回答什麼。</translation>
    </message>
    <message>
        <source>Refuse all</source>
        <translation>全部拒絕</translation>
    </message>
    <message>
        <source>Allow all {0}</source>
        <translation>允許全部 {0} 項</translation>
    </message>
    <message>
        <source>Refuse it</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Allow it</source>
        <translation>允許</translation>
    </message>
    <message>
        <source>Run all {0} as edited</source>
        <translation>依編輯後的內容執行全部 {0} 項</translation>
    </message>
    <message>
        <source>Run it as edited</source>
        <translation>依編輯後的內容執行</translation>
    </message>
    <message>
        <source>Refuse all {0}</source>
        <translation>拒絕全部 {0} 項</translation>
    </message>
    <message>
        <source>Send all {0} answers</source>
        <translation>送出全部 {0} 則回覆</translation>
    </message>
    <message>
        <source>Send the answer</source>
        <translation>送出回覆</translation>
    </message>
    <message>
        <source>Run all {0}</source>
        <translation>執行全部 {0} 項</translation>
    </message>
    <message>
        <source>Run {0} of {1}, and send what you said of the others</source>
        <translation>執行 {1} 項中的 {0} 項，其餘送出你的說明</translation>
    </message>
</context>
<context>
    <name>ArgumentsEditor</name>
    <message>
        <source>Arguments as JSON</source>
        <translation>引數（JSON）</translation>
    </message>
    <message>
        <source>As JSON</source>
        <translation>以 JSON 顯示</translation>
    </message>
</context>
<context>
    <name>AssistantForm</name>
    <message>
        <source>System instruction</source>
        <translation>系統指示</translation>
    </message>
    <message>
        <source>Empty: the assistant gets only the step&apos;s task and inputs</source>
        <translation>留空：助理只會收到步驟的任務與輸入</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Remove this assistant</source>
        <translation>移除這位助理</translation>
    </message>
    <message>
        <source>This tool is not known here.</source>
        <translation>這裡不認得這個工具。</translation>
    </message>
    <message>
        <source>The list of tools has not arrived yet</source>
        <translation>工具清單還沒送達</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Middleware, the outermost first</source>
        <translation>中介層（由外而內）</translation>
    </message>
    <message>
        <source>The task&apos;s model</source>
        <translation>任務的模型</translation>
    </message>
    <message>
        <source>Practice (offline, not an AI)</source>
        <translation>練習模型（離線，不是 AI）</translation>
    </message>
    <message>
        <source>{name} (not set up)</source>
        <translation>{name}（尚未設定）</translation>
    </message>
    <message>
        <source>Choose tools…</source>
        <translation>選擇工具…</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Not now</source>
        <translation>暫時不要</translation>
    </message>
</context>
<context>
    <name>BranchDialog</name>
    <message>
        <source>Branch “{0}”</source>
        <translation>從「{0}」建立分支</translation>
    </message>
    <message>
        <source>Branch “{0}” at message {1}</source>
        <translation>從「{0}」的訊息 {1} 建立分支</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>建立分支</translation>
    </message>
    <message>
        <source>What is to be done now</source>
        <translation>現在要做什麼</translation>
    </message>
    <message>
        <source>The same model</source>
        <translation>相同的模型</translation>
    </message>
    <message>
        <source>Remember where it came from</source>
        <translation>記住它的來源</translation>
    </message>
    <message>
        <source>The new task shows a link to this place, and stands under this task in the list</source>
        <translation>新任務會顯示回到這裡的連結，並在清單中列於這個任務之下</translation>
    </message>
    <message>
        <source>Put all back</source>
        <translation>全部放回</translation>
    </message>
    <message>
        <source>Say what is to be done now.</source>
        <translation>請說明現在要做什麼。</translation>
    </message>
    <message>
        <source>{0} of {1} parts go along, {2}</source>
        <translation>帶上 {1} 個部分中的 {0} 個，{2}</translation>
    </message>
    <message>
        <source>There is nothing to take along yet.</source>
        <translation>還沒有可以帶上的內容。</translation>
    </message>
    <message>
        <source>Large, or not text: the file is copied, and only its name goes into the prompt.</source>
        <translation>檔案較大或不是文字：會複製檔案，提示詞中只放檔名。</translation>
    </message>
    <message>
        <source>Plan so far</source>
        <translation>目前的計畫</translation>
    </message>
    <message>
        <source>Your feedback so far</source>
        <translation>你目前的意見回饋</translation>
    </message>
    <message>
        <source>Conversation so far</source>
        <translation>目前的對話</translation>
    </message>
    <message>
        <source>A new task begins with planning; what you leave here goes along.</source>
        <translation>新任務會從規劃開始；留在這裡的內容會一併帶上。</translation>
    </message>
    <message>
        <source>This task is done and stays as it is.</source>
        <translation>這個任務已完成，會維持原樣。</translation>
    </message>
    <message>
        <source>This task stops where it is; it can be resumed later.</source>
        <translation>這個任務會停在目前的地方；之後可以繼續。</translation>
    </message>
</context>
<context>
    <name>BranchTree</name>
    <message>
        <source>Tree of tasks</source>
        <translation>任務樹</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>The engine could not be started. The log in the data folder says why.</source>
        <translation>引擎無法啟動。資料夾中的記錄檔說明了原因。</translation>
    </message>
    <message>
        <source>The engine stopped.</source>
        <translation>引擎已停止。</translation>
    </message>
</context>
<context>
    <name>BudgetCard</name>
    <message>
        <source>Type the new limit first, or choose one.</source>
        <translation>請先輸入新的上限，或選擇一個。</translation>
    </message>
    <message>
        <source>What {0} of {1} calls cost is not known: set the model&apos;s price in the settings.</source>
        <translation>{1} 次呼叫中有 {0} 次的費用不明：請在設定中填入模型的價格。</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} used</source>
        <translation>{0}：已用 {1}／{2}</translation>
    </message>
    <message>
        <source>New limit in US dollars</source>
        <translation>新的上限（美元）</translation>
    </message>
    <message>
        <source>New limit in tokens</source>
        <translation>新的上限（token）</translation>
    </message>
    <message>
        <source>New limit in seconds</source>
        <translation>新的上限（秒）</translation>
    </message>
    <message>
        <source>New limit in calls</source>
        <translation>新的上限（次數）</translation>
    </message>
</context>
<context>
    <name>BudgetDialog</name>
    <message>
        <source>Cost and budgets: {0}</source>
        <translation>費用與預算：{0}</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Budgets: when one is used up, you are asked</source>
        <translation>預算：用完時會詢問你</translation>
    </message>
    <message>
        <source>For</source>
        <translation>對象</translation>
    </message>
    <message>
        <source>What</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} used</source>
        <translation>{0}：已用 {1}／{2}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Give the limit as a number, such as 20 or 2.50.</source>
        <translation>請以數字填寫上限，例如 20 或 2.50。</translation>
    </message>
</context>
<context>
    <name>CallDecision</name>
    <message>
        <source>It is called without any arguments.</source>
        <translation>呼叫時不帶任何引數。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Why not? The assistant reads this. (May be empty)</source>
        <translation>為什麼不行？助理會讀到這段文字。（可留空）</translation>
    </message>
    <message>
        <source>What the tool would have answered</source>
        <translation>工具本來會給的回答</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允許</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Answer instead</source>
        <translation>代為回答</translation>
    </message>
    <message>
        <source>It has characters in it that cannot be seen, or that change the order of the others.</source>
        <translation>其中有看不見的字元，或會改變其他字元順序的字元。</translation>
    </message>
</context>
<context>
    <name>ChangesView</name>
    <message>
        <source>One below the other</source>
        <translation>上下排列</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>並排</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>以表格顯示</translation>
    </message>
    <message>
        <source>Images side by side</source>
        <translation>圖片並排</translation>
    </message>
    <message>
        <source>Swipe</source>
        <translation>滑動比較</translation>
    </message>
    <message>
        <source>Shine through</source>
        <translation>重疊透視</translation>
    </message>
    <message>
        <source>Both are the same.</source>
        <translation>兩者相同。</translation>
    </message>
    <message>
        <source>{old_type}, {old_size} → {new_type}, {new_size}</source>
        <translation>{old_type}，{old_size} → {new_type}，{new_size}</translation>
    </message>
    <message>
        <source>These versions differ, and are no texts that can be compared.</source>
        <translation>這兩個版本不同，但不是可以比較的文字。</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>ChipCheck</name>
    <message>
        <source>It cannot be found any more.</source>
        <translation>已經找不到它了。</translation>
    </message>
    <message>
        <source>{0} · {1}, its text is sent</source>
        <translation>{0} · {1}，會送出它的文字</translation>
    </message>
    <message>
        <source>{0} · {1}, only the path is sent</source>
        <translation>{0} · {1}，只送出路徑</translation>
    </message>
    <message>
        <source>{0} · {1}: too large to paste, or not text. Only the path is sent; click to change that.</source>
        <translation>{0} · {1}：太大而無法貼入，或不是文字。只送出路徑；點一下即可變更。</translation>
    </message>
</context>
<context>
    <name>ChipMenu</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Include the text, if it is not too large</source>
        <translation>附上文字（若不太大）</translation>
    </message>
    <message>
        <source>Include the whole text</source>
        <translation>附上全文</translation>
    </message>
    <message>
        <source>Only say where it is</source>
        <translation>只說明它的位置</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>The newest (or the approved one)</source>
        <translation>最新的（或已核准的）</translation>
    </message>
    <message>
        <source>Version {0}</source>
        <translation>版本 {0}</translation>
    </message>
</context>
<context>
    <name>Chips</name>
    <message>
        <source>version {0}</source>
        <translation>版本 {0}</translation>
    </message>
    <message>
        <source>path only</source>
        <translation>只有路徑</translation>
    </message>
    <message>
        <source>whole text</source>
        <translation>全文</translation>
    </message>
</context>
<context>
    <name>Choice of middleware</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>approve</source>
        <translation>核准</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>估計</translation>
    </message>
    <message>
        <source>auth</source>
        <translation>金鑰有誤</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>bad answer</source>
        <translation>看不懂的回應</translation>
    </message>
    <message>
        <source>block</source>
        <translation>擋下</translation>
    </message>
    <message>
        <source>codex</source>
        <translation>Codex 沙箱</translation>
    </message>
    <message>
        <source>coding</source>
        <translation>程式開發</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>連線失敗</translation>
    </message>
    <message>
        <source>context length</source>
        <translation>對話太長</translation>
    </message>
    <message>
        <source>continue</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>docker</source>
        <translation>Docker 容器</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>不符合形式</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>連線中斷</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>end</source>
        <translation>結束這一輪</translation>
    </message>
    <message>
        <source>error</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>filtered</source>
        <translation>內容過濾</translation>
    </message>
    <message>
        <source>hash</source>
        <translation>雜湊</translation>
    </message>
    <message>
        <source>host</source>
        <translation>這部電腦</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>部分遮住</translation>
    </message>
    <message>
        <source>model</source>
        <translation>依模型回報</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>找不到模型</translation>
    </message>
    <message>
        <source>project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>供應者</translation>
    </message>
    <message>
        <source>rate limit</source>
        <translation>請求太頻繁</translation>
    </message>
    <message>
        <source>redact</source>
        <translation>遮蔽</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒絕請求</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>respond</source>
        <translation>代為回答</translation>
    </message>
    <message>
        <source>sections</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>server</source>
        <translation>伺服器錯誤</translation>
    </message>
    <message>
        <source>several at once</source>
        <translation>一次給了多個</translation>
    </message>
    <message>
        <source>stand in</source>
        <translation>以代稱替換</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>逾時</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>CloseDialog</name>
    <message>
        <source>Close the window</source>
        <translation>關閉視窗</translation>
    </message>
    <message>
        <source>One task is still at work.</source>
        <translation>還有一個任務在執行。</translation>
    </message>
    <message>
        <source>{0} tasks are still at work.</source>
        <translation>還有 {0} 個任務在執行。</translation>
    </message>
    <message>
        <source>Work can go on without the window. What waits for you then stays in the inbox until you come back.</source>
        <translation>沒有視窗，工作也能繼續。等待你處理的事會留在收件匣，直到你回來。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keep working in the background</source>
        <translation>在背景繼續工作</translation>
    </message>
    <message>
        <source>Pause everything</source>
        <translation>全部暫停</translation>
    </message>
</context>
<context>
    <name>CommentCard</name>
    <message>
        <source>Change this comment (F2)</source>
        <translation>修改這則意見（F2）</translation>
    </message>
    <message>
        <source>Delete this comment (Delete)</source>
        <translation>刪除這則意見（Delete）</translation>
    </message>
    <message>
        <source>Open it again (R)</source>
        <translation>重新開啟（R）</translation>
    </message>
    <message>
        <source>Mark as resolved (R)</source>
        <translation>標示為已解決（R）</translation>
    </message>
    <message>
        <source>Send it again with the next revision (S)</source>
        <translation>隨下一次修訂再送出一次（S）</translation>
    </message>
</context>
<context>
    <name>CommentEditor</name>
    <message>
        <source>What should be different here?</source>
        <translation>這裡哪裡要不同？</translation>
    </message>
    <message>
        <source>Keep comment</source>
        <translation>存下意見</translation>
    </message>
    <message>
        <source>Keep this comment (Ctrl+Enter)</source>
        <translation>存下這則意見（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Give it up (Escape)</source>
        <translation>放棄（Esc）</translation>
    </message>
    <message>
        <source>On “{passage}”</source>
        <translation>針對「{passage}」</translation>
    </message>
    <message>
        <source>Say what should be different: the comment is empty.</source>
        <translation>請說明哪裡要不同：意見是空的。</translation>
    </message>
</context>
<context>
    <name>CommentList</name>
    <message>
        <source>Show or hide the comments</source>
        <translation>顯示或隱藏意見</translation>
    </message>
    <message>
        <source>Comments ({count})</source>
        <translation>意見（{count}）</translation>
    </message>
    <message>
        <source>{count} resolved</source>
        <translation>{count} 則已解決</translation>
    </message>
    <message>
        <source>Show or hide what is resolved</source>
        <translation>顯示或隱藏已解決的意見</translation>
    </message>
</context>
<context>
    <name>CommentWords</name>
    <message>
        <source>You marked it as dealt with.</source>
        <translation>你已標示為處理完畢。</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>已解決</translation>
    </message>
    <message>
        <source>Its passage is another now. See whether it is as you meant it, then mark it as resolved.</source>
        <translation>這個段落已經改寫。請確認是否如你所願，再標示為已解決。</translation>
    </message>
    <message>
        <source>Addressed</source>
        <translation>已處理</translation>
    </message>
    <message>
        <source>The answer left its passage as it was. Send it again, or mark it as resolved.</source>
        <translation>回覆沒有更動這個段落。請再送出一次，或標示為已解決。</translation>
    </message>
    <message>
        <source>Still open</source>
        <translation>尚未處理</translation>
    </message>
    <message>
        <source>Answered in a new work</source>
        <translation>已在新成果中回應</translation>
    </message>
    <message>
        <source>The revision is a work of its own: see it in the list of works.</source>
        <translation>修訂結果是獨立的成果：請在成果清單中查看。</translation>
    </message>
    <message>
        <source>Answered in version {number}</source>
        <translation>已在版本 {number} 回應</translation>
    </message>
    <message>
        <source>See whether it is done as you meant it, then mark it as resolved.</source>
        <translation>請確認是否如你所願，再標示為已解決。</translation>
    </message>
    <message>
        <source>It was sent; the next version answers it.</source>
        <translation>已送出；下一個版本會回應它。</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已送出</translation>
    </message>
    <message>
        <source>It goes along with the next revision.</source>
        <translation>會隨下一次修訂一併送出。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>待處理</translation>
    </message>
    <message>
        <source>Passage is gone</source>
        <translation>段落已不存在</translation>
    </message>
    <message>
        <source>Line {number}</source>
        <translation>第 {number} 行</translation>
    </message>
    <message>
        <source>In version {number}: “{passage}”</source>
        <translation>在版本 {number}：「{passage}」</translation>
    </message>
    <message>
        <source>1 comment</source>
        <translation>1 則意見</translation>
    </message>
    <message>
        <source>{count} comments</source>
        <translation>{count} 則意見</translation>
    </message>
</context>
<context>
    <name>CommentsPane</name>
    <message>
        <source>To comment on a passage, select it and press Comment (Ctrl+Alt+M).</source>
        <translation>要對某個段落提出意見，請選取它並按「加入意見」（Ctrl+Alt+M）。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Bring it back, as open</source>
        <translation>恢復它，狀態為待處理</translation>
    </message>
    <message>
        <source>{comments} deleted.</source>
        <translation>已刪除 {comments}。</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare versions</source>
        <translation>比較版本</translation>
    </message>
    <message>
        <source>As they are</source>
        <translation>照原樣</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>變更之處</translation>
    </message>
    <message>
        <source>Show what changed (Alt+C)</source>
        <translation>顯示變更（Alt+C）</translation>
    </message>
</context>
<context>
    <name>CompareSide</name>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Another work…</source>
        <translation>其他成果…</translation>
    </message>
    <message>
        <source>Choose a work of any task</source>
        <translation>從任何任務選擇成果</translation>
    </message>
    <message>
        <source>Start from this version…</source>
        <translation>從這個版本開始…</translation>
    </message>
    <message>
        <source>Your own version</source>
        <translation>你自己的版本</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已核准</translation>
    </message>
    <message>
        <source>You  ·  {0}, version {1}</source>
        <translation>你  ·  {0}，版本 {1}</translation>
    </message>
    <message>
        <source>Run {0}  ·  {1}, version {2}</source>
        <translation>第 {0} 次執行  ·  {1}，版本 {2}</translation>
    </message>
    <message>
        <source>default model</source>
        <translation>預設模型</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 個 token</translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation>第 {0} 次執行</translation>
    </message>
    <message>
        <source>{0} messages</source>
        <translation>{0} 則訊息</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>送出</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立刻送出</translation>
    </message>
    <message>
        <source>Stops what is being said, keeps it, and goes on with your text (Ctrl+Shift+Enter)</source>
        <translation>停止正在說的內容並予以保留，接著處理你的文字（Ctrl+Shift+Enter）</translation>
    </message>
    <message>
        <source>Add files to the task&apos;s context (or drop them here)</source>
        <translation>把檔案加入任務的背景資料（也可以拖放到這裡）</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Send ({0}). What is sent stays as it is; say more, or begin anew from any message.</source>
        <translation>送出（{0}）。送出後不能更改；你可以再補充，或從任何訊息重新開始。</translation>
    </message>
    <message>
        <source>Say something instead: the calls are not made then…</source>
        <translation>改說別的話：這些呼叫就不會執行…</translation>
    </message>
    <message>
        <source>Add a note: it is said before the next call…</source>
        <translation>加一則附註：會在下一次呼叫前告訴助理…</translation>
    </message>
    <message>
        <source>Go on with a note…</source>
        <translation>附註並繼續…</translation>
    </message>
    <message>
        <source>Request changes…</source>
        <translation>要求修改…</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>回覆…</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>寫一則附註…</translation>
    </message>
    <message>
        <source>Add files to the task&apos;s context</source>
        <translation>把檔案加入任務的背景資料</translation>
    </message>
    <message>
        <source>Added to the task&apos;s context: {0}</source>
        <translation>已加入任務的背景資料：{0}</translation>
    </message>
</context>
<context>
    <name>ConflictBar</name>
    <message>
        <source>Compare and choose…</source>
        <translation>比較並選擇…</translation>
    </message>
</context>
<context>
    <name>ConflictDialog</name>
    <message>
        <source>Two versions of one file</source>
        <translation>同一個檔案的兩個版本</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>稍後再決定</translation>
    </message>
    <message>
        <source>Whatever you choose, every text stays among the versions.</source>
        <translation>不論你選哪一個，每份文字都會留在版本中。</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>你的</translation>
    </message>
    <message>
        <source>The other</source>
        <translation>另一份</translation>
    </message>
</context>
<context>
    <name>ContextFiles</name>
    <message>
        <source>{file} · by name only</source>
        <translation>{file} · 只給檔名</translation>
    </message>
    <message>
        <source>Larger than {size}: assistants get its name and read it with a tool.</source>
        <translation>大於 {size}：助理會得到檔名，再用工具讀取。</translation>
    </message>
    <message>
        <source>Not a text: assistants get its name and open it with a tool.</source>
        <translation>不是文字檔：助理會得到檔名，再用工具開啟。</translation>
    </message>
    <message>
        <source>These cannot be added: {names}. Add files, not folders.</source>
        <translation>無法加入：{names}。請加入檔案，而不是資料夾。</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>{0} of {1} tokens of context</source>
        <translation>上下文 {0}／{1} 個 token</translation>
    </message>
    <message>
        <source>{0} tokens of context; how many the model can take is unknown</source>
        <translation>上下文 {0} 個 token；模型的上限不明</translation>
    </message>
</context>
<context>
    <name>ContextPicker</name>
    <message>
        <source>Add files…</source>
        <translation>加入檔案…</translation>
    </message>
    <message>
        <source>Background material for the task; you can also drop files anywhere here</source>
        <translation>任務的背景資料；也可以把檔案拖放到這裡的任何地方</translation>
    </message>
    <message>
        <source>Add context files</source>
        <translation>加入背景檔案</translation>
    </message>
</context>
<context>
    <name>ContextTab</name>
    <message>
        <source>Add files…</source>
        <translation>加入檔案…</translation>
    </message>
    <message>
        <source>Or drop them here</source>
        <translation>或拖放到這裡</translation>
    </message>
    <message>
        <source>Background material that every step of this task can read. Drop files here, or add them with the button.</source>
        <translation>這個任務的每個步驟都能讀到的背景資料。把檔案拖放到這裡，或用按鈕加入。</translation>
    </message>
    <message>
        <source>“{0}” is out of the context.</source>
        <translation>「{0}」已從背景資料移除。</translation>
    </message>
    <message>
        <source>Add context files</source>
        <translation>加入背景檔案</translation>
    </message>
</context>
<context>
    <name>ContinueDialog</name>
    <message>
        <source>Continue from message {0}</source>
        <translation>從訊息 {0} 繼續</translation>
    </message>
    <message>
        <source>Edit message {0} and continue</source>
        <translation>編輯訊息 {0} 並繼續</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>你的訊息</translation>
    </message>
    <message>
        <source>What you say next (may stay empty)</source>
        <translation>你接下來要說的話（可留空）</translation>
    </message>
    <message>
        <source>The same model</source>
        <translation>相同的模型</translation>
    </message>
    <message>
        <source>Write your message first.</source>
        <translation>請先寫下你的訊息。</translation>
    </message>
    <message>
        <source>A new conversation begins with messages 1 to {0}; this one stays as it is.</source>
        <translation>新的對話會從訊息 1 到 {0} 開始；這個對話維持原樣。</translation>
    </message>
    <message>
        <source>What runs now is stopped first.</source>
        <translation>會先停止目前的執行。</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversation</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>New messages: {0}</source>
        <translation>新訊息：{0}</translation>
    </message>
    <message>
        <source>To the latest</source>
        <translation>到最新</translation>
    </message>
    <message>
        <source>Go to the latest message (End)</source>
        <translation>前往最新訊息（End）</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 個 token</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次呼叫</translation>
    </message>
    <message>
        <source>{0} calls</source>
        <translation>{0} 次呼叫</translation>
    </message>
    <message>
        <source>cost unknown</source>
        <translation>費用不明</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>Money (US dollars)</source>
        <translation>金額（美元）</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Working time (minutes)</source>
        <translation>工作時間（分鐘）</translation>
    </message>
    <message>
        <source>Calls of models</source>
        <translation>模型呼叫次數</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>這個對話</translation>
    </message>
    <message>
        <source>This step</source>
        <translation>這個步驟</translation>
    </message>
    <message>
        <source>This task</source>
        <translation>這個任務</translation>
    </message>
    <message>
        <source>The whole project</source>
        <translation>整個專案</translation>
    </message>
</context>
<context>
    <name>CostTable</name>
    <message>
        <source>Cost of each assistant</source>
        <translation>各助理的費用</translation>
    </message>
</context>
<context>
    <name>CrashGuard</name>
    <message>
        <source>Something went wrong inside Workspace. Your work is saved. Details are in the log: {0}</source>
        <translation>Workspace 內部發生錯誤。你的工作都已保存。詳情請見記錄檔：{0}</translation>
    </message>
</context>
<context>
    <name>Dashboard</name>
    <message>
        <source>Dashboard</source>
        <translation>儀表板</translation>
    </message>
    <message>
        <source>Show all tasks</source>
        <translation>顯示所有任務</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>There is no task yet.</source>
        <translation>還沒有任務。</translation>
    </message>
    <message>
        <source>No task is in this state: {0}.</source>
        <translation>沒有任務處於這個狀態：{0}。</translation>
    </message>
    <message>
        <source>Step 0: planning</source>
        <translation>步驟 0：規劃</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>步驟 {0}/{1}：{2}</translation>
    </message>
    <message>
        <source>1 work is out of date</source>
        <translation>1 份成果已過時</translation>
    </message>
    <message>
        <source>{0} works are out of date</source>
        <translation>{0} 份成果已過時</translation>
    </message>
</context>
<context>
    <name>DashboardDelegate</name>
    <message>
        <source>Answer</source>
        <translation>回覆</translation>
    </message>
</context>
<context>
    <name>DashboardModel</name>
    <message>
        <source>Waiting for you</source>
        <translation>等待你處理</translation>
    </message>
</context>
<context>
    <name>DashboardView</name>
    <message>
        <source>Tasks</source>
        <translation>任務</translation>
    </message>
</context>
<context>
    <name>DiffDialog</name>
    <message>
        <source>{added} lines added, {removed} removed</source>
        <translation>新增 {added} 行，移除 {removed} 行</translation>
    </message>
</context>
<context>
    <name>DiffSides</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之後</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Changes</source>
        <translation>變更</translation>
    </message>
    <message>
        <source>These two versions have the same text.</source>
        <translation>這兩個版本的文字相同。</translation>
    </message>
</context>
<context>
    <name>DraftBar</name>
    <message>
        <source>The planner has a new draft. Your edits are still here.</source>
        <translation>規劃器有新的草稿。你的修改還在這裡。</translation>
    </message>
    <message>
        <source>Show changes</source>
        <translation>顯示變更</translation>
    </message>
    <message>
        <source>Take it</source>
        <translation>採用它</translation>
    </message>
    <message>
        <source>Replace your edits by the planner&apos;s draft; this can be undone</source>
        <translation>以規劃器的草稿取代你的修改；可以復原</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
</context>
<context>
    <name>DragHandle</name>
    <message>
        <source>Drag to another place (Alt+Up, Alt+Down)</source>
        <translation>拖到別的位置（Alt+↑、Alt+↓）</translation>
    </message>
</context>
<context>
    <name>EditStepDialog</name>
    <message>
        <source>Edit step {0}</source>
        <translation>編輯步驟 {0}</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
</context>
<context>
    <name>EmptyStep</name>
    <message>
        <source>Task of this step</source>
        <translation>這個步驟的任務</translation>
    </message>
    <message>
        <source>Edit before it starts</source>
        <translation>開始前先編輯</translation>
    </message>
    <message>
        <source>See its prompt</source>
        <translation>查看它的提示詞</translation>
    </message>
    <message>
        <source>This plan came with the task. No planner was asked.</source>
        <translation>這份計畫隨任務一起提供，沒有詢問規劃器。</translation>
    </message>
    <message>
        <source>The planner reads your task. Its first draft appears here.</source>
        <translation>規劃器正在閱讀你的任務。第一份草稿會出現在這裡。</translation>
    </message>
    <message>
        <source>It is your turn.</source>
        <translation>輪到你了。</translation>
    </message>
    <message>
        <source>Starts in a moment.</source>
        <translation>即將開始。</translation>
    </message>
    <message>
        <source>Starts when the plan is approved.</source>
        <translation>計畫核准後開始。</translation>
    </message>
    <message>
        <source>Starts when step {0} is approved.</source>
        <translation>步驟 {0} 核准後開始。</translation>
    </message>
    <message>
        <source>Starts when step {0} is done.</source>
        <translation>步驟 {0} 完成後開始。</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>Approve the plan “{0}” with {1} steps.</source>
        <translation>請核准計畫「{0}」，共 {1} 個步驟。</translation>
    </message>
    <message>
        <source>Review {0}.</source>
        <translation>請審閱{0}。</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
    <message>
        <source>“{0}” (version {1})</source>
        <translation>「{0}」（版本 {1}）</translation>
    </message>
    <message>
        <source>You changed {0} on disk since it was shown. Your version is kept as the newest one: approve it?</source>
        <translation>顯示之後，你在磁碟上修改了{0}。你的版本已保留為最新版本：要核准嗎？</translation>
    </message>
    <message>
        <source>Step {0} needs {1}, which is not there. Put it back, then try again.</source>
        <translation>步驟 {0} 需要{1}，但它不在了。請放回去，然後再試一次。</translation>
    </message>
    <message>
        <source>the context file {0}</source>
        <translation>背景檔案 {0}</translation>
    </message>
    <message>
        <source>the work {0}</source>
        <translation>成果 {0}</translation>
    </message>
    <message>
        <source>a work of step {0}, “{1}”</source>
        <translation>步驟 {0}「{1}」的成果</translation>
    </message>
    <message>
        <source>Look at the prompt, change it if you like, and start the step.</source>
        <translation>請查看提示詞，視需要修改，然後開始這個步驟。</translation>
    </message>
    <message>
        <source>{0} Shall it go on?</source>
        <translation>{0}要繼續嗎？</translation>
    </message>
    <message>
        <source>The team has taken {0} turns without you.</source>
        <translation>團隊在沒有你參與的情況下已發言 {0} 輪。</translation>
    </message>
    <message>
        <source>{0} has made {1} model calls in one turn.</source>
        <translation>{0} 在一輪中已呼叫模型 {1} 次。</translation>
    </message>
    <message>
        <source>{0}&apos;s answer was cut off by the length limit {1} times.</source>
        <translation>{0} 的回答因長度限制被截斷了 {1} 次。</translation>
    </message>
    <message>
        <source>{0} Run it again, mark it as failed, or give its result.</source>
        <translation>{0}請再次執行、標示為失敗，或提供它的結果。</translation>
    </message>
    <message>
        <source>The tool {0} was running when the app stopped, and it is not known whether it finished.</source>
        <translation>程式停止時，工具 {0} 正在執行，無法得知它是否已完成。</translation>
    </message>
    <message>
        <source>“{0}” has {1} MB. The history keeps every version whole and for ever: should this file be in it?</source>
        <translation>「{0}」有 {1} MB。歷史會永久完整保存每個版本：要把這個檔案放進歷史嗎？</translation>
    </message>
    <message>
        <source>The planner&apos;s plan cannot be read: {0} Tell the planner what to do.</source>
        <translation>無法讀取規劃器的計畫：{0} 請告訴規劃器該怎麼做。</translation>
    </message>
    <message>
        <source>The assistant gave an empty answer.</source>
        <translation>助理給了空白的回答。</translation>
    </message>
    <message>
        <source>Paused by you.</source>
        <translation>已由你暫停。</translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation>已由你停止。</translation>
    </message>
    <message>
        <source>Interrupted by you: branched into “{0}”.</source>
        <translation>已由你中斷：分支到「{0}」。</translation>
    </message>
    <message>
        <source>The engine was closed while this ran. Resume to go on.</source>
        <translation>執行途中引擎關閉了。請按「繼續」接著進行。</translation>
    </message>
    <message>
        <source>The app ended while this ran. Resume from message {0}.</source>
        <translation>執行途中程式結束了。請從訊息 {0} 繼續。</translation>
    </message>
    <message>
        <source>The app ended between two steps. Resume to go on.</source>
        <translation>程式在兩個步驟之間結束了。請按「繼續」接著進行。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>計畫</translation>
    </message>
    <message>
        <source>May {0} use {1}?</source>
        <translation>要讓{0}使用 {1} 嗎？</translation>
    </message>
    <message>
        <source>May {0} make {1} calls: {2}?</source>
        <translation>要讓{0}執行 {1} 次呼叫（{2}）嗎？</translation>
    </message>
    <message>
        <source>It reads from outside the project&apos;s folder.</source>
        <translation>它會讀取專案資料夾以外的內容。</translation>
    </message>
    <message>
        <source>It can write, run programs or reach other services.</source>
        <translation>它可以寫入、執行程式或連到其他服務。</translation>
    </message>
    <message>
        <source>Approved.</source>
        <translation>已核准。</translation>
    </message>
    <message>
        <source>Your answer is carried out.</source>
        <translation>你的回覆已執行。</translation>
    </message>
    <message>
        <source>{0} Both are kept: which one stays?</source>
        <translation>{0}兩份都已保留：要留下哪一個？</translation>
    </message>
    <message>
        <source>You changed “{0}” while another version of it was written.</source>
        <translation>「{0}」的另一個版本寫入時，你修改了它。</translation>
    </message>
    <message>
        <source>“{0}” was changed here and by {1}.</source>
        <translation>「{0}」在這裡與 {1} 那裡都有修改。</translation>
    </message>
    <message>
        <source>{0} Waiting {1} s, then trying again. Attempt {2} of {3}.</source>
        <translation>{0}等待 {1} 秒後重試：第 {2} 次，共 {3} 次。</translation>
    </message>
    <message>
        <source>The tool {0} failed: {1}</source>
        <translation>工具 {0} 失敗：{1}</translation>
    </message>
    <message>
        <source>The model “{0}” failed, so “{1}” is asked. {2}</source>
        <translation>模型「{0}」失敗，因此改問「{1}」。{2}</translation>
    </message>
    <message>
        <source>The budget was raised to {0}.</source>
        <translation>預算已提高到 {0}。</translation>
    </message>
    <message>
        <source>“{0}” is never allowed, and was not run.</source>
        <translation>「{0}」一律不允許，因此沒有執行。</translation>
    </message>
    <message>
        <source>You allowed {0}.</source>
        <translation>你已允許 {0}。</translation>
    </message>
    <message>
        <source>You answered in place of the tool, or refused it.</source>
        <translation>你代替工具回答，或拒絕了它。</translation>
    </message>
    <message>
        <source>{0} calls were refused by the tool call limit.</source>
        <translation>因工具呼叫上限，已拒絕 {0} 次呼叫。</translation>
    </message>
    <message>
        <source>The model found the conversation too long, so it is sent shortened.</source>
        <translation>模型認為對話太長，因此縮短後送出。</translation>
    </message>
    <message>
        <source>{0} suggests a new plan: {1}</source>
        <translation>{0} 建議新的計畫：{1}</translation>
    </message>
    <message>
        <source>The budget of {0} for {1} is used up: {2}. Raise it, or stop here?</source>
        <translation>{1}的預算 {0} 已用完：{2}。要提高，還是停在這裡？</translation>
    </message>
    <message>
        <source>raise by {0}</source>
        <translation>提高 {0}</translation>
    </message>
    <message>
        <source>go on without knowing</source>
        <translation>不管費用，繼續進行</translation>
    </message>
    <message>
        <source>this conversation</source>
        <translation>這個對話</translation>
    </message>
    <message>
        <source>this step</source>
        <translation>這個步驟</translation>
    </message>
    <message>
        <source>this task</source>
        <translation>這個任務</translation>
    </message>
    <message>
        <source>this project</source>
        <translation>這個專案</translation>
    </message>
    <message>
        <source>ModelFallback is never used, because the ModelRetry after it turns every failure into an answer: put ModelRetry before it, or let it pass failures on.</source>
        <translation>ModelFallback 永遠不會用到，因為排在後面的 ModelRetry 會把每次失敗變成回答：請把 ModelRetry 移到它前面，或讓 ModelRetry 把失敗往外傳。</translation>
    </message>
    <message>
        <source>Asks before an assistant does more than read in its project.</source>
        <translation>助理做的事超出讀取專案內容時，先詢問。</translation>
    </message>
    <message>
        <source>Pauses and asks when a budget is used up.</source>
        <translation>預算用完時暫停並詢問。</translation>
    </message>
    <message>
        <source>Asks what to do when the model refuses the conversation as too long.</source>
        <translation>模型因對話太長而拒絕時，詢問該怎麼做。</translation>
    </message>
    <message>
        <source>Keeps personal data such as e-mail addresses from the model, or out of its answers.</source>
        <translation>不讓模型看到電子郵件等個人資料，或不讓它們出現在回答中。</translation>
    </message>
    <message>
        <source>Limits how often the model is called.</source>
        <translation>限制呼叫模型的次數。</translation>
    </message>
    <message>
        <source>Limits how often a tool is called.</source>
        <translation>限制呼叫工具的次數。</translation>
    </message>
    <message>
        <source>Sends a summary in place of the older messages.</source>
        <translation>以摘要代替較舊的訊息送出。</translation>
    </message>
    <message>
        <source>Sends the task, a summary of what was done, and the last two messages.</source>
        <translation>送出任務、已完成事項的摘要與最後兩則訊息。</translation>
    </message>
    <message>
        <source>Sends the beginning, a snapshot of the task that the model writes itself, and the last tool call.</source>
        <translation>送出開頭、模型自己寫的任務快照，以及最後一次工具呼叫。</translation>
    </message>
    <message>
        <source>Sends the first message, which says what to do, and the newest ones.</source>
        <translation>送出說明任務的第一則訊息與最新的訊息。</translation>
    </message>
    <message>
        <source>Clears old results of tools from what is sent.</source>
        <translation>從送出的內容中清除工具的舊結果。</translation>
    </message>
    <message>
        <source>Offers the assistant only the tools that a model finds useful for what was asked.</source>
        <translation>只提供助理模型認為對這次要求有用的工具。</translation>
    </message>
    <message>
        <source>Asks another model when one fails.</source>
        <translation>一個模型失敗時改問另一個。</translation>
    </message>
    <message>
        <source>Asks the model again when it fails for a moment.</source>
        <translation>模型暫時失敗時再問一次。</translation>
    </message>
    <message>
        <source>Runs a tool again when it fails.</source>
        <translation>工具失敗時再執行一次。</translation>
    </message>
    <message>
        <source>Asks you before chosen tools are used; you approve, edit, reject or answer yourself.</source>
        <translation>使用選定的工具前先問你；你可以核准、編輯、拒絕或代為回答。</translation>
    </message>
    <message>
        <source>Gives the assistant a to-do list of its own, which is shown beside the conversation.</source>
        <translation>給助理一份自己的待辦清單，顯示在對話旁。</translation>
    </message>
    <message>
        <source>Gives the assistant a shell in its step&apos;s folder, which stays open for the whole of its turn.</source>
        <translation>在步驟的資料夾中給助理一個 Shell，整輪都保持開啟。</translation>
    </message>
    <message>
        <source>Lets the assistant find files by name and by content.</source>
        <translation>讓助理依名稱與內容尋找檔案。</translation>
    </message>
    <message>
        <source>Finds related messages of earlier conversations, and adds them to what the assistant is told.</source>
        <translation>從先前的對話中找出相關的訊息，加到助理收到的內容中。</translation>
    </message>
    <message>
        <source>Lets the assistant search the web through a service of your choice.</source>
        <translation>讓助理透過你選的服務搜尋網頁。</translation>
    </message>
    <message>
        <source>Does not run tools, but has a model make up what they would have given: a dry run.</source>
        <translation>不執行工具，由模型編造它們會給的結果：試跑。</translation>
    </message>
    <message>
        <source>Gives the answer that a model gave to exactly the same request of this project before, without asking it again.</source>
        <translation>這個專案先前有完全相同的請求時，直接給出當時的回答，不再詢問模型。</translation>
    </message>
    <message>
        <source>My tasks</source>
        <translation>我的任務</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>範例</translation>
    </message>
    <message>
        <source>Revise by comments</source>
        <translation>依意見修訂</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>精簡</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>檢查</translation>
    </message>
    <message>
        <source>{0} did not accept the key of the model &apos;{1}&apos;: enter a valid key for it.</source>
        <translation>{0} 不接受模型「{1}」的金鑰：請輸入有效的金鑰。</translation>
    </message>
    <message>
        <source>{0} does not know the model &apos;{1}&apos; of &apos;{2}&apos;: check the model&apos;s id and the address.</source>
        <translation>{0} 不認得「{2}」的模型「{1}」：請檢查模型的識別碼與位址。</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; is being asked too often: wait and try again.</source>
        <translation>對模型「{0}」的請求太頻繁：請稍候再試。</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; is being asked too often: wait {1} and try again.</source>
        <translation>對模型「{0}」的請求太頻繁：請等待 {1} 後再試。</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; did not answer in time: try again, or raise its idle_timeout.</source>
        <translation>模型「{0}」沒有及時回應：請再試一次，或調高它的 idle_timeout。</translation>
    </message>
    <message>
        <source>Nothing answers for the model &apos;{0}&apos; at {1}: check the address and the network.</source>
        <translation>模型「{0}」在 {1} 沒有回應：請檢查位址與網路。</translation>
    </message>
    <message>
        <source>The connection to the model &apos;{0}&apos; broke before its answer was complete: try again.</source>
        <translation>模型「{0}」還沒答完連線就中斷了：請再試一次。</translation>
    </message>
    <message>
        <source>The answer of the model &apos;{0}&apos; at {1} could not be understood: check its address and provider.</source>
        <translation>看不懂模型「{0}」在 {1} 的回應：請檢查它的位址與供應者。</translation>
    </message>
    <message>
        <source>{0} refused the request to the model &apos;{1}&apos; ({2}): change the request or the model&apos;s settings.</source>
        <translation>{0} 拒絕了對模型「{1}」的請求（{2}）：請修改請求或模型的設定。</translation>
    </message>
    <message>
        <source>{0} refused the request to the model &apos;{1}&apos;: change the request or the model&apos;s settings.</source>
        <translation>{0} 拒絕了對模型「{1}」的請求：請修改請求或模型的設定。</translation>
    </message>
    <message>
        <source>The conversation is too long for the model &apos;{0}&apos;: shorten it or use a model with more context.</source>
        <translation>對話對模型「{0}」來說太長：請縮短，或改用上下文較大的模型。</translation>
    </message>
    <message>
        <source>The content filter of the model &apos;{0}&apos; stopped its answer: ask for something else, or use another model.</source>
        <translation>模型「{0}」的內容過濾器中止了它的回答：請改問別的，或改用其他模型。</translation>
    </message>
    <message>
        <source>{0} had an error of its own with the model &apos;{1}&apos; ({2}): try again later.</source>
        <translation>{0} 處理模型「{1}」時發生內部錯誤（{2}）：請稍後再試。</translation>
    </message>
    <message>
        <source>{0} had an error of its own with the model &apos;{1}&apos;: try again later.</source>
        <translation>{0} 處理模型「{1}」時發生內部錯誤：請稍後再試。</translation>
    </message>
    <message>
        <source>This request was made before, so its answer was given again: the model “{0}” was not asked.</source>
        <translation>這個請求先前提過，因此直接給出當時的回答：沒有詢問模型「{0}」。</translation>
    </message>
    <message>
        <source>“{0}” was not run: its result is made up by a model.</source>
        <translation>「{0}」沒有執行：結果由模型編造。</translation>
    </message>
    <message>
        <source>The conversation is sent whole, because its older part could not be summarised. {0}</source>
        <translation>較舊的部分無法摘要，因此送出完整的對話。{0}</translation>
    </message>
    <message>
        <source>{0} messages are sent to the model as this summary:

{1}</source>
        <translation>{0} 則訊息以這份摘要送給模型：

{1}</translation>
    </message>
    <message>
        <source>Model call limits exceeded: {0}. Raise the limit, then resume.</source>
        <translation>已達模型呼叫上限：{0}。請提高上限，然後繼續。</translation>
    </message>
    <message>
        <source>Model call limits exceeded: {0}</source>
        <translation>已達模型呼叫上限：{0}</translation>
    </message>
    <message>
        <source>{0} call limit reached: {1}.</source>
        <translation>{0}已達呼叫上限：{1}。</translation>
    </message>
    <message>
        <source>{0} × {1} in {2}: {3}.</source>
        <translation>{2}有 {0} 處{1}：{3}。</translation>
    </message>
    <message>
        <source>Messages added from earlier conversations: {0}, of {1}.</source>
        <translation>從先前的對話加入的訊息：{0} 則，來自{1}。</translation>
    </message>
    <message>
        <source>All tools are offered, because none could be chosen. {0}</source>
        <translation>無法挑選工具，因此提供全部。{0}</translation>
    </message>
    <message>
        <source>{0} of {1} tools are offered: {2}.</source>
        <translation>提供 {1} 個工具中的 {0} 個：{2}。</translation>
    </message>
    <message>
        <source>The conversation is too long for the model “{0}”.</source>
        <translation>對話對模型「{0}」來說太長。</translation>
    </message>
    <message>
        <source>Model call failed after {0} with {1}: {2}</source>
        <translation>模型呼叫在{0}後失敗（{1}）：{2}</translation>
    </message>
    <message>
        <source>Tool &apos;{0}&apos; failed after {1} with {2}. Please try again.</source>
        <translation>工具「{0}」在{1}後失敗：{2}。請再試一次。</translation>
    </message>
    <message>
        <source>{0} Give the model or the assistant other settings and try again.</source>
        <translation>{0}請變更模型或助理的設定，然後再試一次。</translation>
    </message>
    <message>
        <source>{0} Give the model or the assistant other settings and try again, or leave out its oldest messages? Everything stays stored.</source>
        <translation>{0}要變更模型或助理的設定後再試一次，還是略過最舊的訊息？所有內容都會保留。</translation>
    </message>
    <message>
        <source>The budget of {0} for {1} cannot be kept: what {2} of {3} calls cost is not known. Set the price of the model in the settings, or go on without knowing?</source>
        <translation>無法遵守{1}的預算 {0}：{3} 次呼叫中有 {2} 次的費用不明。要在設定中填入模型的價格，還是不管費用繼續？</translation>
    </message>
    <message>
        <source>The budget of {0} for {1} cannot be kept: what the model “{2}” costs is not known. Set the price of the model in the settings, or go on without knowing?</source>
        <translation>無法遵守{1}的預算 {0}：模型「{2}」的費用不明。要在設定中填入模型的價格，還是不管費用繼續？</translation>
    </message>
    <message>
        <source>You ended it here: {0} Raise the budget, then resume.</source>
        <translation>你在這裡結束了：{0}請提高預算，然後繼續。</translation>
    </message>
    <message>
        <source>Give the new limit as a number, such as 20 or 2.50.</source>
        <translation>請用數字填寫新的上限，例如 20 或 2.50。</translation>
    </message>
    <message>
        <source>The new limit must be more than the {0} that are used up already.</source>
        <translation>新的上限必須大於已用掉的 {0}。</translation>
    </message>
    <message>
        <source>Number of human decisions ({0}) does not match number of hanging tool calls ({1}).</source>
        <translation>決定的數目（{0}）與等待中的工具呼叫數目（{1}）不符。</translation>
    </message>
    <message>
        <source>Unexpected human decision “{0}” for the tool “{1}”: it takes {2}.</source>
        <translation>工具「{1}」不接受「{0}」這個決定：可用的有 {2}。</translation>
    </message>
    <message>
        <source>Say what the answer of “{0}” is to be: the text is empty.</source>
        <translation>請填寫「{0}」要給的回答：內容是空的。</translation>
    </message>
    <message>
        <source>The edited arguments of “{0}” must be a JSON object.</source>
        <translation>「{0}」編輯後的引數必須是 JSON 物件。</translation>
    </message>
    <message>
        <source>The edited arguments of “{0}” do not fit: {1}</source>
        <translation>「{0}」編輯後的引數不符：{1}</translation>
    </message>
    <message>
        <source>The schema that is set for “{0}” is wrong: {1}</source>
        <translation>為「{0}」設定的結構描述有誤：{1}</translation>
    </message>
    <message>
        <source>“{0}” cannot be replaced by “{1}”. There are: {2}.</source>
        <translation>「{0}」不能換成「{1}」。可用的有：{2}。</translation>
    </message>
    <message>
        <source>There is no scope “{0}”. There are: {1}.</source>
        <translation>沒有「{0}」這個範圍。可用的有：{1}。</translation>
    </message>
    <message>
        <source>There is no middleware &quot;{0}&quot;. There are: {1}.</source>
        <translation>沒有「{0}」這個中介層。可用的有：{1}。</translation>
    </message>
    <message>
        <source>Please remove duplicate middleware instances. Twice in the list: {0}.</source>
        <translation>請移除重複的中介層。清單中出現兩次的有：{0}。</translation>
    </message>
    <message>
        <source>An assistant has one strategy for its context. Choose one of: {0}.</source>
        <translation>一位助理只能有一種縮短對話的方式。請從這些之中選一個：{0}。</translation>
    </message>
    <message>
        <source>The settings of {0} are wrong: {1}.</source>
        <translation>{0}的設定有誤：{1}。</translation>
    </message>
    <message>
        <source>Detected {0} {1} of {2} in {3}. Continue from an earlier message without it, or choose another strategy for PII[{4}].</source>
        <translation>{3}中偵測到 {0} 處{2}。請從沒有它的較早訊息繼續，或為 PII[{4}] 選擇其他處理方式。</translation>
    </message>
    <message>
        <source>The model&apos;s answer had no end.</source>
        <translation>模型的回答沒有結尾。</translation>
    </message>
    <message>
        <source>The model “{0}” gave no summary.</source>
        <translation>模型「{0}」沒有給出摘要。</translation>
    </message>
    <message>
        <source>The model gave no snapshot of the task.</source>
        <translation>模型沒有給出任務的快照。</translation>
    </message>
    <message>
        <source>The model that chooses tools did not answer with a list of names.</source>
        <translation>挑選工具的模型沒有以名稱清單回答。</translation>
    </message>
    <message>
        <source>Model selected invalid tools: {0}</source>
        <translation>模型選了不存在的工具：{0}</translation>
    </message>
    <message>
        <source>No user message found for which tools could be chosen.</source>
        <translation>找不到使用者的訊息，無法據以挑選工具。</translation>
    </message>
    <message>
        <source>Tools in always_include not found: {0}. Available tools: {1}</source>
        <translation>找不到要一律提供的工具：{0}。可用的工具：{1}</translation>
    </message>
    <message>
        <source>The tool &quot;{0}&quot; is to be called, but is not among the tools of the call.</source>
        <translation>要呼叫工具「{0}」，但它不在這次呼叫的工具之中。</translation>
    </message>
    <message>
        <source>It is not known how many tokens the model reads at once, so no part of them can be reckoned: enter its context window in the settings of the model, or use a number of tokens.</source>
        <translation>不知道模型一次能讀多少 token，因此無法計算其中的比例：請在模型的設定中填入上下文大小，或改用 token 數。</translation>
    </message>
    <message>
        <source>The folder to search &quot;{0}&quot; is outside of the project folder, or git&apos;s: name one in it by its relative path.</source>
        <translation>要搜尋的資料夾「{0}」在專案資料夾之外，或是 git 的資料夾：請用相對路徑指定專案中的資料夾。</translation>
    </message>
    <message>
        <source>The shell&apos;s folder &quot;{0}&quot; is outside of the project folder, or git&apos;s: name one in it by its relative path.</source>
        <translation>Shell 的資料夾「{0}」在專案資料夾之外，或是 git 的資料夾：請用相對路徑指定專案中的資料夾。</translation>
    </message>
    <message>
        <source>A middleware offers tools that the assistant does not have: {0}. It has: {1}. Give it these tools, or a middleware with wrap_tool_call that runs them.</source>
        <translation>有中介層提供了助理沒有的工具：{0}。它有：{1}。請給它這些工具，或加入以 wrap_tool_call 執行它們的中介層。</translation>
    </message>
    <message>
        <source>A middleware asks for an answer of the form {0}, which the step does not declare. It declares: {1}. Name it in the step&apos;s output_schema.</source>
        <translation>有中介層要求 {0} 形式的回答，但步驟沒有宣告。它宣告了：{1}。請在步驟的 output_schema 中列出。</translation>
    </message>
    <message>
        <source>{0} jumps to &quot;{1}&quot; from {2}, which it does not declare: name it in can_jump_to.</source>
        <translation>{0} 從 {2} 跳到「{1}」，但沒有宣告：請在 can_jump_to 中列出。</translation>
    </message>
    <message>
        <source>{0} asks in after_agent, when it is too late: {1}</source>
        <translation>{0} 在 after_agent 才詢問，已經太晚：{1}</translation>
    </message>
    <message>
        <source>{0} failed in {1} with {2}: {3}</source>
        <translation>{0} 在 {1} 失敗（{2}）：{3}</translation>
    </message>
    <message>
        <source>The project&apos;s {0} has changed since it was shown: look at it again.</source>
        <translation>專案的 {0} 在顯示之後有變更：請再看一次。</translation>
    </message>
    <message>
        <source>The project&apos;s {0} cannot be read: {1}.</source>
        <translation>無法讀取專案的 {0}：{1}。</translation>
    </message>
    <message>
        <source>The project&apos;s {0} fails with {1}: {2}.</source>
        <translation>專案的 {0} 執行失敗（{1}）：{2}。</translation>
    </message>
    <message>
        <source>The project&apos;s function {0} fails with {1}: {2}.</source>
        <translation>專案的函式 {0} 執行失敗（{1}）：{2}。</translation>
    </message>
    <message>
        <source>The project&apos;s function {0} returned {1}: it must return a {2}.</source>
        <translation>專案的函式 {0} 傳回了 {1}：它必須傳回 {2}。</translation>
    </message>
    <message>
        <source>A provider takes one form of an answer, not several: use tools for it.</source>
        <translation>供應者只接受一種回答形式，不能有好幾種：請改用工具。</translation>
    </message>
    <message>
        <source>Failed to parse structured output for tool &apos;{0}&apos;: {1}.</source>
        <translation>無法解析工具「{0}」的結構化輸出：{1}。</translation>
    </message>
    <message>
        <source>Model incorrectly returned multiple structured responses ({0}) when only one is expected.</source>
        <translation>模型一次給了多個結構化回答（{0}），但只應有一個。</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 個 token</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 個 token</translation>
    </message>
    <message>
        <source>{0} calls</source>
        <translation>{0} 次呼叫</translation>
    </message>
    <message>
        <source>{0} call</source>
        <translation>{0} 次呼叫</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0} 分鐘</translation>
    </message>
    <message>
        <source>{0} seconds</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} attempts</source>
        <translation>嘗試 {0} 次</translation>
    </message>
    <message>
        <source>{0} attempt</source>
        <translation>嘗試 {0} 次</translation>
    </message>
    <message>
        <source>thread limit ({0}/{1}), run limit ({2}/{3})</source>
        <translation>整個對話（{0}／{1}）、一輪（{2}／{3}）</translation>
    </message>
    <message>
        <source>thread limit ({0}/{1})</source>
        <translation>整個對話（{0}／{1}）</translation>
    </message>
    <message>
        <source>run limit ({0}/{1})</source>
        <translation>一輪（{0}／{1}）</translation>
    </message>
    <message>
        <source>thread limit exceeded ({0}/{1} calls) and run limit exceeded ({2}/{3} calls)</source>
        <translation>整個對話超過上限（{0}／{1} 次）、一輪超過上限（{2}／{3} 次）</translation>
    </message>
    <message>
        <source>thread limit exceeded ({0}/{1} calls)</source>
        <translation>整個對話超過上限（{0}／{1} 次）</translation>
    </message>
    <message>
        <source>run limit exceeded ({0}/{1} calls)</source>
        <translation>一輪超過上限（{0}／{1} 次）</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; tool</source>
        <translation>工具「{0}」</translation>
    </message>
    <message>
        <source>email</source>
        <translation>電子郵件</translation>
    </message>
    <message>
        <source>credit_card</source>
        <translation>信用卡號</translation>
    </message>
    <message>
        <source>ip</source>
        <translation>IP 位址</translation>
    </message>
    <message>
        <source>mac_address</source>
        <translation>MAC 位址</translation>
    </message>
    <message>
        <source>url</source>
        <translation>網址</translation>
    </message>
    <message>
        <source>redact</source>
        <translation>遮蔽</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>部分遮住</translation>
    </message>
    <message>
        <source>hash</source>
        <translation>雜湊</translation>
    </message>
    <message>
        <source>stand_in</source>
        <translation>以代稱替換</translation>
    </message>
    <message>
        <source>what was sent</source>
        <translation>送出的內容</translation>
    </message>
    <message>
        <source>what the model said</source>
        <translation>模型所說的內容</translation>
    </message>
    <message>
        <source>what was to be sent, so the model was not asked</source>
        <translation>要送出的內容（因此沒有詢問模型）</translation>
    </message>
    <message>
        <source>what was said, so the model was not asked</source>
        <translation>所說的內容（因此沒有詢問模型）</translation>
    </message>
    <message>
        <source>{0}: Field required</source>
        <translation>{0}：必須填寫</translation>
    </message>
    <message>
        <source>{0}: Extra inputs are not permitted</source>
        <translation>{0}：不認得這個設定</translation>
    </message>
    <message>
        <source>{0}: Input should be greater than or equal to {1}</source>
        <translation>{0}：必須大於或等於 {1}</translation>
    </message>
    <message>
        <source>{0}: Input should be greater than {1}</source>
        <translation>{0}：必須大於 {1}</translation>
    </message>
    <message>
        <source>{0}: Input should be less than or equal to {1}</source>
        <translation>{0}：必須小於或等於 {1}</translation>
    </message>
    <message>
        <source>{0}: Input should be less than {1}</source>
        <translation>{0}：必須小於 {1}</translation>
    </message>
    <message>
        <source>{0}: Input should be a valid integer, unable to parse string as an integer</source>
        <translation>{0}：必須是整數</translation>
    </message>
    <message>
        <source>{0}: Input should be a valid number, unable to parse string as a number</source>
        <translation>{0}：必須是數字</translation>
    </message>
    <message>
        <source>{0}: Input should be a valid {1}</source>
        <translation>{0}：型別必須是 {1}</translation>
    </message>
    <message>
        <source>{0}: Input should be {1}</source>
        <translation>{0}：必須是 {1}</translation>
    </message>
    <message>
        <source>{0}: String should match pattern {1}</source>
        <translation>{0}：必須符合樣式 {1}</translation>
    </message>
    <message>
        <source>{0}: String should have at least {1} characters</source>
        <translation>{0}：至少要有 {1} 個字元</translation>
    </message>
    <message>
        <source>{0}: String should have at least {1} character</source>
        <translation>{0}：至少要有 {1} 個字元</translation>
    </message>
    <message>
        <source>{0}: Value error, {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>set a limit for the conversation, for one turn, or both</source>
        <translation>請設定整個對話或一輪的上限，或兩者都設</translation>
    </message>
    <message>
        <source>the limit of one turn cannot be above that of the conversation</source>
        <translation>一輪的上限不能高於整個對話的上限</translation>
    </message>
    <message>
        <source>say how many messages, how many tokens, or which part of what the model reads at once</source>
        <translation>請填寫訊息數、token 數，或佔模型一次能讀的比例</translation>
    </message>
    <message>
        <source>say either messages, or tokens, or a part of what the model reads at once</source>
        <translation>訊息數、token 數、佔模型一次能讀的比例，只能填其中一項</translation>
    </message>
    <message>
        <source>write {messages} where the conversation belongs</source>
        <translation>請在要放對話的地方寫上 {messages}</translation>
    </message>
    <message>
        <source>it must describe an object (&quot;type&quot;: &quot;object&quot;)</source>
        <translation>必須描述一個物件（&quot;type&quot;: &quot;object&quot;）</translation>
    </message>
    <message>
        <source>the project&apos;s hooks file has no function {0}; it has: {1}</source>
        <translation>專案的掛鉤檔沒有函式 {0}；它有：{1}</translation>
    </message>
    <message>
        <source>the function {0} must be a plain one: write &quot;def&quot; without &quot;async&quot;</source>
        <translation>函式 {0} 必須是一般函式：請寫「def」，不要加「async」</translation>
    </message>
    <message>
        <source>give a list of names</source>
        <translation>請給名稱清單</translation>
    </message>
    <message>
        <source>give a list</source>
        <translation>請給清單</translation>
    </message>
    <message>
        <source>The address of the tool server “{0}” must begin with http:// or https://.</source>
        <translation>工具伺服器「{0}」的位址必須以 http:// 或 https:// 開頭。</translation>
    </message>
    <message>
        <source>The tool server “{0}” has the type “{1}”: choose stdio, http or sse.</source>
        <translation>工具伺服器「{0}」的類型是「{1}」：請選 stdio、http 或 sse。</translation>
    </message>
    <message>
        <source>The tool server “{0}” must be an object.</source>
        <translation>工具伺服器「{0}」必須是物件。</translation>
    </message>
    <message>
        <source>The tool server “{0}” names no command to start, and no url.</source>
        <translation>工具伺服器「{0}」沒有填寫要啟動的指令，也沒有 url。</translation>
    </message>
    <message>
        <source>The tool server “{0}” needs the environment variable {1}, which is not set.</source>
        <translation>工具伺服器「{0}」需要環境變數 {1}，但沒有設定。</translation>
    </message>
    <message>
        <source>Tool servers are given as {&quot;mcpServers&quot;: {&quot;NAME&quot;: {&quot;command&quot;: ..., &quot;args&quot;: [...]}}}.</source>
        <translation>工具伺服器請寫成 {&quot;mcpServers&quot;: {&quot;NAME&quot;: {&quot;command&quot;: ..., &quot;args&quot;: [...]}}}。</translation>
    </message>
    <message>
        <source>“args” of the tool server “{0}” must be a list of texts.</source>
        <translation>工具伺服器「{0}」的「args」必須是文字的清單。</translation>
    </message>
    <message>
        <source>“{0}” is no name for a tool server: use letters, digits, spaces and . @ - _, at most 64.</source>
        <translation>「{0}」不能當工具伺服器的名稱：請用字母、數字、空格與 . @ - _，最多 64 個字元。</translation>
    </message>
    <message>
        <source>“{0}” of the tool server “{1}” must be a text.</source>
        <translation>工具伺服器「{1}」的「{0}」必須是文字。</translation>
    </message>
    <message>
        <source>“{0}” of the tool server “{1}” must be an object of texts.</source>
        <translation>工具伺服器「{1}」的「{0}」必須是由文字組成的物件。</translation>
    </message>
    <message>
        <source>The answer of the tool server “{0}” cannot be read: {1}</source>
        <translation>無法讀取工具伺服器「{0}」的回應：{1}</translation>
    </message>
    <message>
        <source>The tool server “{0}” answered: {1}</source>
        <translation>工具伺服器「{0}」回應：{1}</translation>
    </message>
    <message>
        <source>The tool server “{0}” describes a tool at a length that no model takes ({1}): its name may have {2} characters, its arguments {3}.</source>
        <translation>工具伺服器「{0}」的工具說明太長，沒有模型能接受（{1}）：名稱最多 {2} 個字元，引數最多 {3} 個。</translation>
    </message>
    <message>
        <source>The tool server “{0}” did not answer within {1} seconds. The call was given up, and it is not known what came of it.</source>
        <translation>工具伺服器「{0}」在 {1} 秒內沒有回應。已放棄這次呼叫，無法得知結果如何。</translation>
    </message>
    <message>
        <source>The tool server “{0}” does not come to an end of its tools; at most {1} are taken.</source>
        <translation>工具伺服器「{0}」的工具清單沒有結尾；最多採用 {1} 個。</translation>
    </message>
    <message>
        <source>The tool server “{0}” failed and is tried again in {1} seconds. {2}</source>
        <translation>工具伺服器「{0}」失敗，{1} 秒後重試。{2}</translation>
    </message>
    <message>
        <source>The tool server “{0}” is switched off in the settings.</source>
        <translation>工具伺服器「{0}」已在設定中關閉。</translation>
    </message>
    <message>
        <source>The keyring has no value for {0} of the tool server “{1}”: set it again.</source>
        <translation>金鑰圈中沒有工具伺服器「{1}」的 {0}：請重新設定。</translation>
    </message>
    <message>
        <source>The tool server “{0}” cannot be brought back after a restart: add it again.</source>
        <translation>重新啟動後無法還原工具伺服器「{0}」：請重新加入。</translation>
    </message>
    <message>
        <source>The tool servers could not be written to {0}: {1}.</source>
        <translation>無法把工具伺服器寫入 {0}：{1}。</translation>
    </message>
    <message>
        <source>The tool servers in {0} cannot be read ({1}): mend or remove the file.</source>
        <translation>無法讀取 {0} 中的工具伺服器（{1}）：請修正或移除這個檔案。</translation>
    </message>
    <message>
        <source>There is a tool server “{0}” again; it stays as it is.</source>
        <translation>已經又有工具伺服器「{0}」；它會維持原樣。</translation>
    </message>
    <message>
        <source>There is no tool server “{0}” in your settings.</source>
        <translation>你的設定中沒有工具伺服器「{0}」。</translation>
    </message>
    <message>
        <source>the tool server “{0}” names a value of your keyring; it must be ${NAME} instead.</source>
        <translation>工具伺服器「{0}」指名了你金鑰圈中的值；必須改寫成 ${NAME}。</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}): mend or remove the file.</source>
        <translation>無法讀取 {0}（{1}）：請修正或移除這個檔案。</translation>
    </message>
    <message>
        <source>{0} has changed since it was shown: look at it again.</source>
        <translation>{0} 在顯示之後有變更：請再看一次。</translation>
    </message>
    <message>
        <source>There is no program “{0}” on this machine: install it, or correct the command.</source>
        <translation>這部電腦上沒有程式「{0}」：請安裝它，或修正指令。</translation>
    </message>
    <message>
        <source>There are two tools called “{0}”: take one away, or the middleware that brings it.</source>
        <translation>有兩個工具都叫「{0}」：請移除其中一個，或移除帶來它的中介層。</translation>
    </message>
    <message>
        <source>A permission says allow or never; not {0}.</source>
        <translation>權限只能是允許或一律不允許；不能是 {0}。</translation>
    </message>
    <message>
        <source>Name the tool that the permission is about.</source>
        <translation>請填寫這項權限所指的工具。</translation>
    </message>
    <message>
        <source>There is no server in this JSON: give at least one.</source>
        <translation>這份 JSON 中沒有伺服器：請至少填寫一個。</translation>
    </message>
    <message>
        <source>A budget is for a {0}; not for a {1}.</source>
        <translation>預算的對象是 {0}；不能是 {1}。</translation>
    </message>
    <message>
        <source>A budget is in {0}; not in {1}.</source>
        <translation>預算的單位是 {0}；不能是 {1}。</translation>
    </message>
    <message>
        <source>A budget must be a number above zero.</source>
        <translation>預算必須是大於零的數字。</translation>
    </message>
    <message>
        <source>A price must be a number, zero or more, in US dollars for a million tokens.</source>
        <translation>價格必須是零以上的數字，單位是每百萬 token 的美元。</translation>
    </message>
    <message>
        <source>A run may only choose its models by their names. Keys and addresses are set in the settings or with `models add`.</source>
        <translation>執行時只能以名稱選擇模型。金鑰與位址請在設定中或以 `models add` 設定。</translation>
    </message>
    <message>
        <source>The Practice model is built in and cannot be removed.</source>
        <translation>練習模型是內建的，無法移除。</translation>
    </message>
    <message>
        <source>The Practice model is built in; choose another name.</source>
        <translation>練習模型是內建的；請換一個名稱。</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; cannot be used: its {1} is missing or of the wrong type.</source>
        <translation>無法使用模型「{0}」：缺少 {1} 或型別不對。</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; cannot be used: {1}</source>
        <translation>無法使用模型「{0}」：{1}</translation>
    </message>
    <message>
        <source>The model settings could not be written to {0}: {1}.</source>
        <translation>無法把模型設定寫入 {0}：{1}。</translation>
    </message>
    <message>
        <source>The model settings in {0} cannot be read ({1}): mend or remove the file.</source>
        <translation>無法讀取 {0} 中的模型設定（{1}）：請修正或移除這個檔案。</translation>
    </message>
</context>
<context>
    <name>ErrorMessage</name>
    <message>
        <source>Error: {0}</source>
        <translation>錯誤：{0}</translation>
    </message>
</context>
<context>
    <name>EventFold</name>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
</context>
<context>
    <name>ExampleTasks</name>
    <message>
        <source>Or begin with an example</source>
        <translation>或從範例開始</translation>
    </message>
    <message>
        <source>Summarise documents, with a table of the figures</source>
        <translation>摘要文件，並附上數字表格</translation>
    </message>
    <message>
        <source>Read the attached reports. Collect all figures with their source, put them into one table, and write a one-page summary that quotes the table.</source>
        <translation>閱讀附上的報告。收集所有數字及其出處，整理成一張表，並寫一頁引用該表的摘要。</translation>
    </message>
    <message>
        <source>Draft a text in stages that I review</source>
        <translation>分階段起草一篇文章，由我審閱</translation>
    </message>
    <message>
        <source>Write an article about the subject below for readers who are new to it. First make an outline, then a draft, then a final version after my comments.

Subject: </source>
        <translation>為剛接觸這個主題的讀者，就下面的主題寫一篇文章。先列大綱，再寫草稿，最後依我的意見完成定稿。

主題：</translation>
    </message>
    <message>
        <source>Fetch a web page and compare it with my notes</source>
        <translation>擷取網頁並與我的筆記比較</translation>
    </message>
    <message>
        <source>Fetch the web page below, list what it says that my attached notes do not, and write a short note with the differences.

Page: https://</source>
        <translation>擷取下面的網頁，列出它提到而我附上的筆記沒有的內容，並寫一份簡短的差異說明。

網頁：https://</translation>
    </message>
</context>
<context>
    <name>FilesTab</name>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>Files of the task</source>
        <translation>任務的檔案</translation>
    </message>
    <message>
        <source>The task&apos;s folder is not there any more: {path}</source>
        <translation>任務的資料夾已經不在了：{path}</translation>
    </message>
    <message>
        <source>Open in its program</source>
        <translation>用對應的程式開啟</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>在資料夾中顯示</translation>
    </message>
    <message>
        <source>Copy its path</source>
        <translation>複製路徑</translation>
    </message>
    <message>
        <source>What was made from it…</source>
        <translation>由它產生了什麼…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>在這個對話中尋找</translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation>上一處（Shift+Enter）</translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation>下一處（Enter）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>關閉（Esc）</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}／{1}</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>找不到</translation>
    </message>
</context>
<context>
    <name>FunctionForm</name>
    <message>
        <source>Function</source>
        <translation>函式</translation>
    </message>
    <message>
        <source>Choose a function</source>
        <translation>選擇函式</translation>
    </message>
</context>
<context>
    <name>GoneTask</name>
    <message>
        <source>This task was deleted</source>
        <translation>這個任務已刪除</translation>
    </message>
    <message>
        <source>Its folder and its history are still there.</source>
        <translation>它的資料夾與歷史都還在。</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>恢復它</translation>
    </message>
</context>
<context>
    <name>HandInPanel</name>
    <message>
        <source>Hand in a document</source>
        <translation>交出文件</translation>
    </message>
    <message>
        <source>This step needs a document from you</source>
        <translation>這個步驟需要你提供一份文件</translation>
    </message>
    <message>
        <source>Text to hand in</source>
        <translation>要交出的文字</translation>
    </message>
    <message>
        <source>Type or paste it here, or drop a file…</source>
        <translation>在此輸入或貼上，或拖放檔案…</translation>
    </message>
    <message>
        <source>Hand in this text</source>
        <translation>交出這段文字</translation>
    </message>
    <message>
        <source>Hand in this text (Ctrl+Enter)</source>
        <translation>交出這段文字（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>選擇檔案…</translation>
    </message>
    <message>
        <source>There is no text yet: type it, or choose a file.</source>
        <translation>還沒有文字：請輸入，或選擇檔案。</translation>
    </message>
    <message>
        <source>Hand in a file</source>
        <translation>交出檔案</translation>
    </message>
    <message>
        <source>Drop to hand in {0}</source>
        <translation>放開以交出 {0}</translation>
    </message>
</context>
<context>
    <name>HookPicture</name>
    <message>
        <source>Order of the hooks: {0}</source>
        <translation>掛鉤的順序：{0}</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the tool</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>ImagePair</name>
    <message>
        <source>Two versions of an image</source>
        <translation>圖片的兩個版本</translation>
    </message>
    <message>
        <source>The images are being read…</source>
        <translation>正在讀取圖片…</translation>
    </message>
</context>
<context>
    <name>Inbox</name>
    <message>
        <source>Inbox</source>
        <translation>收件匣</translation>
    </message>
    <message>
        <source>Nothing waits for you. Plans to approve, questions and works to review will appear here.</source>
        <translation>沒有等待你處理的事。待核准的計畫、問題與待審閱的成果會出現在這裡。</translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation>再顯示 {0} 項</translation>
    </message>
</context>
<context>
    <name>IncludeComments</name>
    <message>
        <source>They go along with your words, each with its passage</source>
        <translation>意見會連同段落，隨你的文字一併送出</translation>
    </message>
    <message>
        <source>Include 1 open comment</source>
        <translation>附上 1 則待處理的意見</translation>
    </message>
    <message>
        <source>Include {0} open comments</source>
        <translation>附上 {0} 則待處理的意見</translation>
    </message>
</context>
<context>
    <name>InputsField</name>
    <message>
        <source>Inputs</source>
        <translation>輸入</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Chosen steps and works</source>
        <translation>選定的步驟與成果</translation>
    </message>
    <message>
        <source>Nothing (this is the first step)</source>
        <translation>無（這是第一個步驟）</translation>
    </message>
    <message>
        <source>The works of step {number}</source>
        <translation>步驟 {number} 的成果</translation>
    </message>
    <message>
        <source>Works of other tasks</source>
        <translation>其他任務的成果</translation>
    </message>
    <message>
        <source>There is nothing else to choose</source>
        <translation>沒有其他可選的</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>加入…</translation>
    </message>
    <message>
        <source>Add an earlier step or a work</source>
        <translation>加入較早的步驟或成果</translation>
    </message>
</context>
<context>
    <name>InsertButtons</name>
    <message>
        <source>@ Insert</source>
        <translation>@ 插入</translation>
    </message>
    <message>
        <source>Insert a work, a file, a plan or a conversation (@)</source>
        <translation>插入成果、檔案、計畫或對話（@）</translation>
    </message>
    <message>
        <source># Preset</source>
        <translation># 預設</translation>
    </message>
    <message>
        <source>Insert a preset (#)</source>
        <translation>插入預設提示詞（#）</translation>
    </message>
</context>
<context>
    <name>InsertLine</name>
    <message>
        <source>Add a step here (place {number})</source>
        <translation>在此加一個步驟（位置 {number}）</translation>
    </message>
</context>
<context>
    <name>Inserting</name>
    <message>
        <source>project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>Insert a reference  ·  Enter inserts, Esc leaves the @</source>
        <translation>插入參照  ·  Enter 插入，Esc 只留下 @</translation>
    </message>
    <message>
        <source>Insert a preset  ·  Enter inserts, Esc leaves the #</source>
        <translation>插入預設提示詞  ·  Enter 插入，Esc 只留下 #</translation>
    </message>
    <message>
        <source>Nothing to insert here yet.</source>
        <translation>這裡還沒有可以插入的內容。</translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Parts of the work</source>
        <translation>成果的各部分</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>（無）</translation>
    </message>
</context>
<context>
    <name>KeptAnswers</name>
    <message>
        <source>Forget them</source>
        <translation>全部忘記</translation>
    </message>
    <message>
        <source>No answer is kept in this project yet.</source>
        <translation>這個專案還沒有保存任何回答。</translation>
    </message>
    <message>
        <source>One answer is kept in this project.</source>
        <translation>這個專案保存了一個回答。</translation>
    </message>
    <message>
        <source>{0} answers are kept in this project.</source>
        <translation>這個專案保存了 {0} 個回答。</translation>
    </message>
    <message>
        <source>To forget them cannot be undone: models are asked again then, and what was said stays.</source>
        <translation>忘記後無法復原：之後會重新詢問模型，已說過的內容不受影響。</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>Key of the model “{0}”</source>
        <translation>模型「{0}」的金鑰</translation>
    </message>
    <message>
        <source>Keep it and try again</source>
        <translation>保存並再試一次</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, never in a file.</source>
        <translation>它會存放在系統的金鑰圈，絕不會寫入檔案。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>金鑰</translation>
    </message>
    <message>
        <source>The environment variable {0} comes first: where it is set, change the key there.</source>
        <translation>環境變數 {0} 優先：若已設定，請在那裡更改金鑰。</translation>
    </message>
</context>
<context>
    <name>KindField</name>
    <message>
        <source>Who does it</source>
        <translation>由誰來做</translation>
    </message>
</context>
<context>
    <name>LiveMessage</name>
    <message>
        <source>Message from {0}, being written</source>
        <translation>{0} 的訊息，撰寫中</translation>
    </message>
    <message>
        <source>is writing…</source>
        <translation>正在撰寫…</translation>
    </message>
</context>
<context>
    <name>LongBar</name>
    <message>
        <source>Continue in a new conversation…</source>
        <translation>在新的對話中繼續…</translation>
    </message>
    <message>
        <source>This conversation is long: {0} messages, {1} tokens read for each answer. Answers get slower and worse.</source>
        <translation>這個對話很長：共 {0} 則訊息，每次回答要讀取 {1} 個 token。回答會變慢，品質也會變差。</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Open link</source>
        <translation>開啟連結</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>要開啟這個連結嗎？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>This link does not lead to a web page, so it is not opened.</source>
        <translation>這個連結不是網頁，因此不會開啟。</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>複製網址</translation>
    </message>
</context>
<context>
    <name>McpCard</name>
    <message>
        <source>What it runs or calls</source>
        <translation>它執行或呼叫的對象</translation>
    </message>
    <message>
        <source>It is given: {0}</source>
        <translation>會提供給它：{0}</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已關閉</translation>
    </message>
    <message>
        <source>not running; it starts when it is used</source>
        <translation>未執行；使用時才會啟動</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>啟動中…</translation>
    </message>
    <message>
        <source>running</source>
        <translation>執行中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Tools…</source>
        <translation>工具…</translation>
    </message>
    <message>
        <source>Starts it, lists its tools, and lets you try them</source>
        <translation>啟動它、列出它的工具，並讓你試用</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>停止它</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Its settings are forgotten, and what the keyring holds for it</source>
        <translation>會忘記它的設定，以及金鑰圈中為它保存的內容</translation>
    </message>
</context>
<context>
    <name>McpForm</name>
    <message>
        <source>Add tool servers</source>
        <translation>新增工具伺服器</translation>
    </message>
    <message>
        <source>Configuration as JSON</source>
        <translation>設定（JSON）</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>A server on this computer runs with your rights. Add only what you trust; it starts when it is used.</source>
        <translation>這台電腦上的伺服器會以你的權限執行。只新增你信任的；使用時才會啟動。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Command line, or address (https://…)</source>
        <translation>指令列，或網址（https://…）</translation>
    </message>
    <message>
        <source>Or paste the configuration</source>
        <translation>或貼上設定</translation>
    </message>
    <message>
        <source>A quotation mark in the command line is not closed.</source>
        <translation>指令列中有引號沒有成對。</translation>
    </message>
    <message>
        <source>This is not JSON yet: {0}.</source>
        <translation>這還不是 JSON：{0}。</translation>
    </message>
    <message>
        <source>The configuration is a JSON object: begin with { and end with }.</source>
        <translation>設定是一個 JSON 物件：以 { 開頭，以 } 結尾。</translation>
    </message>
</context>
<context>
    <name>McpPage</name>
    <message>
        <source>None yet. A tool server gives assistants further tools.</source>
        <translation>還沒有。工具伺服器能提供助理更多工具。</translation>
    </message>
    <message>
        <source>Add tool servers…</source>
        <translation>新增工具伺服器…</translation>
    </message>
    <message>
        <source>Removed: {0}.</source>
        <translation>已移除：{0}。</translation>
    </message>
</context>
<context>
    <name>McpToolsDialog</name>
    <message>
        <source>Tools of “{0}”</source>
        <translation>「{0}」的工具</translation>
    </message>
    <message>
        <source>Starting the server…</source>
        <translation>正在啟動伺服器…</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>試用</translation>
    </message>
    <message>
        <source>Runs the tool now, with these arguments</source>
        <translation>立刻以這些引數執行工具</translation>
    </message>
    <message>
        <source>What the tool gave</source>
        <translation>工具給的結果</translation>
    </message>
    <message>
        <source>What the tool gives is shown here</source>
        <translation>工具給的結果會顯示在這裡</translation>
    </message>
    <message>
        <source>This server has no tools.</source>
        <translation>這個伺服器沒有工具。</translation>
    </message>
    <message>
        <source>The tool gave an error.</source>
        <translation>工具傳回錯誤。</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Copy this message</source>
        <translation>複製這則訊息</translation>
    </message>
    <message>
        <source>Make this message a work; the message stays, and the work with it</source>
        <translation>把這則訊息變成成果；訊息會保留，成果也會留著</translation>
    </message>
    <message>
        <source>Show exactly what was sent to the model</source>
        <translation>顯示實際送給模型的內容</translation>
    </message>
    <message>
        <source>Continue from here…</source>
        <translation>從這裡繼續…</translation>
    </message>
    <message>
        <source>Branch a new task from here…</source>
        <translation>從這裡分支出新任務…</translation>
    </message>
    <message>
        <source>Edit this prompt and run again…</source>
        <translation>編輯這則提示詞並再次執行…</translation>
    </message>
    <message>
        <source>Edit and continue…</source>
        <translation>編輯並繼續…</translation>
    </message>
</context>
<context>
    <name>MessageWidget</name>
    <message>
        <source>Message from {0}, {1}</source>
        <translation>{0} 的訊息，{1}</translation>
    </message>
    <message>
        <source>{0} tokens read, {1} written</source>
        <translation>讀取 {0}、寫出 {1} 個 token</translation>
    </message>
</context>
<context>
    <name>Middleware</name>
    <message>
        <source>Personal data</source>
        <translation>個人資料</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>先前的對話</translation>
    </message>
    <message>
        <source>Limit of model calls</source>
        <translation>模型呼叫上限</translation>
    </message>
    <message>
        <source>Limit of tool calls</source>
        <translation>工具呼叫上限</translation>
    </message>
    <message>
        <source>Summary of the past</source>
        <translation>過往內容摘要</translation>
    </message>
    <message>
        <source>Memory of the task</source>
        <translation>任務記憶</translation>
    </message>
    <message>
        <source>Snapshot of the task</source>
        <translation>任務快照</translation>
    </message>
    <message>
        <source>Last messages only</source>
        <translation>只送最後的訊息</translation>
    </message>
    <message>
        <source>Clearing of old results</source>
        <translation>清除舊結果</translation>
    </message>
    <message>
        <source>Choice of tools</source>
        <translation>挑選工具</translation>
    </message>
    <message>
        <source>Other models on failure</source>
        <translation>失敗時改用其他模型</translation>
    </message>
    <message>
        <source>Retries of the model</source>
        <translation>模型重試</translation>
    </message>
    <message>
        <source>Retries of tools</source>
        <translation>工具重試</translation>
    </message>
    <message>
        <source>Your approval of tools</source>
        <translation>由你核准工具</translation>
    </message>
    <message>
        <source>To-do list</source>
        <translation>待辦清單</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Search of files</source>
        <translation>搜尋檔案</translation>
    </message>
    <message>
        <source>Search of the web</source>
        <translation>搜尋網頁</translation>
    </message>
    <message>
        <source>Pretended tools</source>
        <translation>模擬工具</translation>
    </message>
    <message>
        <source>Form of the answer</source>
        <translation>回答的形式</translation>
    </message>
    <message>
        <source>Answers given again</source>
        <translation>沿用先前的回答</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>權限</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>預算</translation>
    </message>
    <message>
        <source>Conversations that became too long</source>
        <translation>過長的對話</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>「{0}」</translation>
    </message>
</context>
<context>
    <name>MiddlewareChooser</name>
    <message>
        <source>Add middleware</source>
        <translation>加入中介層</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Shortens what is sent: an assistant has one of this kind.</source>
        <translation>會縮短送出的內容：一位助理只能有一個這一類的中介層。</translation>
    </message>
    <message>
        <source>Shortens what is sent: takes the place of “{0}”.</source>
        <translation>會縮短送出的內容：將取代「{0}」。</translation>
    </message>
</context>
<context>
    <name>MiddlewareList</name>
    <message>
        <source>Add middleware…</source>
        <translation>加入中介層…</translation>
    </message>
    <message>
        <source>Default order</source>
        <translation>預設順序</translation>
    </message>
    <message>
        <source>Show the order of the hooks</source>
        <translation>顯示掛鉤的順序</translation>
    </message>
    <message>
        <source>What is called in a turn that uses one tool, from top to bottom. ↓ comes before, in the order of the list; ↑ comes after, in reverse, and what asks you last; a frame goes around what stands in it.</source>
        <translation>使用一次工具的一輪中，由上而下依序呼叫。↓ 在前，依清單的順序；↑ 在後，順序相反，會詢問你的排在最後；方框包住其中的內容。</translation>
    </message>
    <message>
        <source>Mind: {0}</source>
        <translation>注意：{0}</translation>
    </message>
</context>
<context>
    <name>MiddlewareRow</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>This middleware is not known here.</source>
        <translation>這裡不認得這個中介層。</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Practice (offline, not an AI)</source>
        <translation>練習模型（離線，不是 AI）</translation>
    </message>
    <message>
        <source>Another model by its name…</source>
        <translation>以名稱指定其他模型…</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>Add a model</source>
        <translation>新增模型</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s keyring, never in a file; it replaces the one kept before. Leave it empty to use the variable below.</source>
        <translation>存放在系統的鑰匙圈，絕不寫入檔案；會取代先前存放的金鑰。留空則使用下面的變數。</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>供應者</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name in Workspace</source>
        <translation>在 Workspace 中的名稱</translation>
    </message>
    <message>
        <source>What plans call it, such as writer.</source>
        <translation>計畫中使用的名稱，例如 writer。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>位址</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>金鑰</translation>
    </message>
    <message>
        <source>Environment variable with the key</source>
        <translation>存放金鑰的環境變數</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Add (Ctrl+Return)</source>
        <translation>加入（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>for example {0}</source>
        <translation>例如 {0}</translation>
    </message>
    <message>
        <source>There is a model of this name already: it is replaced.</source>
        <translation>已有同名的模型：它會被取代。</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Default</source>
        <translation>預設</translation>
    </message>
    <message>
        <source>Practice: works offline, is not an AI</source>
        <translation>練習模型：離線運作，不是 AI</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>沒有金鑰</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>測試</translation>
    </message>
    <message>
        <source>Make default</source>
        <translation>設為預設</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>測試中…</translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>Remove the model {0}?</source>
        <translation>要移除模型 {0} 嗎？</translation>
    </message>
    <message>
        <source>Its settings are forgotten; this cannot be undone. Tasks and works stay.</source>
        <translation>它的設定會被移除，無法復原。任務與成果會保留。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>ModelSettings</name>
    <message>
        <source>Add a model…</source>
        <translation>新增模型…</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Other (OpenAI-compatible)</source>
        <translation>其他（相容 OpenAI）</translation>
    </message>
    <message>
        <source>Ollama (on this computer)</source>
        <translation>Ollama（在這台電腦上）</translation>
    </message>
    <message>
        <source>Practice (offline, not an AI)</source>
        <translation>練習模型（離線，不是 AI）</translation>
    </message>
</context>
<context>
    <name>NamedModelDialog</name>
    <message>
        <source>A model by its name</source>
        <translation>以名稱指定模型</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Write provider:model. The key of that provider&apos;s models is used; other settings, such as an address of its own, are made in the settings.</source>
        <translation>請輸入「供應者:模型」。會使用該供應者模型的金鑰；其他設定（例如自訂位址）請在設定中調整。</translation>
    </message>
</context>
<context>
    <name>NewProjectDialog</name>
    <message>
        <source>New project</source>
        <translation>新專案</translation>
    </message>
    <message>
        <source>Made by the app</source>
        <translation>由程式產生</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>Choose a folder of your own; what is in it stays as it is</source>
        <translation>選擇你自己的資料夾；裡面的內容維持原樣</translation>
    </message>
    <message>
        <source>Create project</source>
        <translation>建立專案</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Without a folder the app makes one. A folder that you choose keeps everything that is in it.</source>
        <translation>不選資料夾時由程式建立。你選的資料夾會保留其中的一切。</translation>
    </message>
    <message>
        <source>Folder (optional)</source>
        <translation>資料夾（可不填）</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>Choose the project&apos;s folder</source>
        <translation>選擇專案的資料夾</translation>
    </message>
    <message>
        <source>Give the project a title.</source>
        <translation>請給專案一個標題。</translation>
    </message>
</context>
<context>
    <name>NewTaskPage</name>
    <message>
        <source>What do you want to get done?</source>
        <translation>你想完成什麼？</translation>
    </message>
    <message>
        <source>Describe the result you want. The planner turns it into steps, and you approve them before anything runs.</source>
        <translation>描述你想要的結果。規劃器會把它變成步驟，經你核准後才會執行。</translation>
    </message>
    <message>
        <source>Start planning</source>
        <translation>開始規劃</translation>
    </message>
    <message>
        <source>Start (Ctrl+Enter)</source>
        <translation>開始（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Say what you want to get done first.</source>
        <translation>請先說出你想完成的事。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>啟動中…</translation>
    </message>
    <message>
        <source>Default model</source>
        <translation>預設模型</translation>
    </message>
    <message>
        <source>Practice (offline, not an AI)</source>
        <translation>練習模型（離線，不是 AI）</translation>
    </message>
    <message>
        <source>You approve the plan and every work.</source>
        <translation>計畫與每份成果都由你核准。</translation>
    </message>
    <message>
        <source>The plan starts without asking; you approve every work.</source>
        <translation>計畫不經詢問就開始；每份成果由你核准。</translation>
    </message>
    <message>
        <source>Everything runs to the end without asking; you can still stop it, and every version is kept.</source>
        <translation>全部執行到底，不再詢問；你仍可隨時停止，每個版本也都會保留。</translation>
    </message>
    <message>
        <source>Ask me at every work</source>
        <translation>每份成果都問我</translation>
    </message>
    <message>
        <source>Start the plan by itself</source>
        <translation>自動開始計畫</translation>
    </message>
    <message>
        <source>Run all without asking</source>
        <translation>全部執行，不詢問</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>核准方式</translation>
    </message>
    <message>
        <source>Drop to add</source>
        <translation>放開以加入</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>加入檔案…</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等待你處理</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped by an error</source>
        <translation>因錯誤而停止</translation>
    </message>
</context>
<context>
    <name>OfferBox</name>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Accepted. When the file changes, you are asked again.</source>
        <translation>已接受。檔案變更時會再次詢問你。</translation>
    </message>
    <message>
        <source>It runs on this computer with your rights. Nothing of it runs before you accept it.</source>
        <translation>它會以你的權限在這台電腦上執行。你接受之前，什麼都不會執行。</translation>
    </message>
</context>
<context>
    <name>OpenPath</name>
    <message>
        <source>The file is not there any more: {path}</source>
        <translation>檔案已經不在了：{path}</translation>
    </message>
    <message>
        <source>This file is a program, so it is not started from here. Open its folder to look at it.</source>
        <translation>這個檔案是程式，因此不會從這裡啟動。請開啟它的資料夾查看。</translation>
    </message>
    <message>
        <source>The system has no program for this kind of file. Open its folder instead.</source>
        <translation>系統沒有能開啟這類檔案的程式。請改為開啟它的資料夾。</translation>
    </message>
    <message>
        <source>The folder cannot be opened: {path}</source>
        <translation>資料夾無法開啟：{path}</translation>
    </message>
</context>
<context>
    <name>OriginLine</name>
    <message>
        <source>from a task that was deleted</source>
        <translation>來自已刪除的任務</translation>
    </message>
    <message>
        <source>Show where it came from: {0}</source>
        <translation>顯示它的來源：{0}</translation>
    </message>
    <message>
        <source>from “{0}”</source>
        <translation>來自「{0}」</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>步驟 {0}</translation>
    </message>
    <message>
        <source>its planning</source>
        <translation>規劃階段</translation>
    </message>
    <message>
        <source>from “{0}”, {1}</source>
        <translation>來自「{0}」，{1}</translation>
    </message>
    <message>
        <source>from “{0}”, {1}, message {2}</source>
        <translation>來自「{0}」，{1}，訊息 {2}</translation>
    </message>
</context>
<context>
    <name>OwnOffers</name>
    <message>
        <source>The project&apos;s own tool servers (.mcp.json)</source>
        <translation>專案自己的工具伺服器（.mcp.json）</translation>
    </message>
    <message>
        <source>The project&apos;s own middleware (.workspace/hooks.py)</source>
        <translation>專案自己的中介層（.workspace/hooks.py）</translation>
    </message>
</context>
<context>
    <name>OwnVersionDialog</name>
    <message>
        <source>Hand in my own version</source>
        <translation>交出我自己的版本</translation>
    </message>
    <message>
        <source>Text of the work</source>
        <translation>成果的文字</translation>
    </message>
    <message>
        <source>Hand it in</source>
        <translation>交出</translation>
    </message>
    <message>
        <source>Hand it in; every version is kept (Ctrl+Enter)</source>
        <translation>交出；每個版本都會保留（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>Text (Markdown)</source>
        <translation>文字（Markdown）</translation>
    </message>
    <message>
        <source>There is no text to hand in yet.</source>
        <translation>還沒有可以交出的文字。</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Nothing found.</source>
        <translation>找不到任何結果。</translation>
    </message>
</context>
<context>
    <name>PartFold</name>
    <message>
        <source>Context</source>
        <translation>背景資料</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>輸入</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>意見</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>參照</translation>
    </message>
    <message>
        <source>How to hand in</source>
        <translation>交出方式</translation>
    </message>
</context>
<context>
    <name>PermissionRow</name>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Take back: {0}</source>
        <translation>收回：{0}</translation>
    </message>
    <message>
        <source>in every task</source>
        <translation>在每個任務中</translation>
    </message>
    <message>
        <source>in the task “{0}”</source>
        <translation>在任務「{0}」中</translation>
    </message>
    <message>
        <source>in one conversation of “{0}”</source>
        <translation>在「{0}」的一個對話中</translation>
    </message>
</context>
<context>
    <name>Permissions</name>
    <message>
        <source>“{0}” is never allowed for {1}</source>
        <translation>符合 {1} 的「{0}」一律不允許</translation>
    </message>
    <message>
        <source>“{0}” is never allowed</source>
        <translation>一律不允許「{0}」</translation>
    </message>
    <message>
        <source>“{0}” runs without asking for {1}</source>
        <translation>符合 {1} 的「{0}」直接執行，不詢問</translation>
    </message>
    <message>
        <source>“{0}” runs without asking, whatever its arguments are</source>
        <translation>「{0}」不論引數為何都直接執行，不詢問</translation>
    </message>
</context>
<context>
    <name>PermissionsPage</name>
    <message>
        <source>None yet. You are asked before an assistant does more than read.</source>
        <translation>還沒有。助理做的事超出讀取時，都會先問你。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>一律允許</translation>
    </message>
    <message>
        <source>Never allow</source>
        <translation>一律不允許</translation>
    </message>
    <message>
        <source>What is permitted</source>
        <translation>允許與否</translation>
    </message>
    <message>
        <source>Tool, such as run_command</source>
        <translation>工具，例如 run_command</translation>
    </message>
    <message>
        <source>Looks like, such as git log * (empty: every call)</source>
        <translation>樣式，例如 git log *（留空：每次呼叫）</translation>
    </message>
    <message>
        <source>In every task</source>
        <translation>在每個任務中</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Calls that look like</source>
        <translation>符合樣式的呼叫</translation>
    </message>
    <message>
        <source>Taken back: {0}.</source>
        <translation>已收回：{0}。</translation>
    </message>
</context>
<context>
    <name>PlanEditor</name>
    <message>
        <source>Title of the plan</source>
        <translation>計畫的標題</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>復原（Ctrl+Z）</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>重做（Ctrl+Shift+Z）</translation>
    </message>
    <message>
        <source>This draft cannot be shown: {reason}</source>
        <translation>這份草稿無法顯示：{reason}</translation>
    </message>
    <message>
        <source>Your plan, and the planner&apos;s new draft</source>
        <translation>你的計畫，與規劃器的新草稿</translation>
    </message>
    <message>
        <source>Undo: {what} (Ctrl+Z)</source>
        <translation>復原：{what}（Ctrl+Z）</translation>
    </message>
    <message>
        <source>{problem} And {count} more.</source>
        <translation>{problem} 另外還有 {count} 個問題。</translation>
    </message>
    <message>
        <source>Sending your answer…</source>
        <translation>正在送出你的回覆…</translation>
    </message>
    <message>
        <source>The planner is not waiting for an answer now. You can approve as soon as its draft is here; your edits are kept.</source>
        <translation>規劃器現在不在等待回覆。草稿一到你就可以核准；你的修改會保留。</translation>
    </message>
    <message>
        <source>The plan as proposed does without asking again: {0}.</source>
        <translation>這份提案中的計畫會不再詢問就執行：{0}。</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>由你編輯</translation>
    </message>
    <message>
        <source>Edited by you, kept as a draft</source>
        <translation>由你編輯，已存為草稿</translation>
    </message>
    <message>
        <source>Edited by you, not kept</source>
        <translation>由你編輯，尚未保存</translation>
    </message>
    <message>
        <source>Your edits could not be kept as a draft: {reason}</source>
        <translation>你的修改無法存為草稿：{reason}</translation>
    </message>
    <message>
        <source>The planner writes the first draft. It appears here step by step, and you can change everything in it before you approve.</source>
        <translation>規劃器正在寫第一份草稿。它會逐步出現在這裡，核准之前你都可以修改。</translation>
    </message>
    <message>
        <source>Write a plan yourself</source>
        <translation>自己寫計畫</translation>
    </message>
</context>
<context>
    <name>PlanFooter</name>
    <message>
        <source>Approve plan</source>
        <translation>核准計畫</translation>
    </message>
    <message>
        <source>Approve the plan and start step 1 (Ctrl+Enter)</source>
        <translation>核准計畫並開始步驟 1（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Request changes</source>
        <translation>要求修改</translation>
    </message>
    <message>
        <source>Tell the planner what should be different (Ctrl+Shift+Backspace)</source>
        <translation>告訴規劃器哪裡要不同（Ctrl+Shift+Backspace）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>顯示</translation>
    </message>
    <message>
        <source>Go to the problem</source>
        <translation>前往有問題的地方</translation>
    </message>
    <message>
        <source>What should be different</source>
        <translation>哪裡要不同</translation>
    </message>
    <message>
        <source>What should be different? The planner gets this and your edited plan.</source>
        <translation>哪裡要不同？規劃器會收到這段文字與你修改過的計畫。</translation>
    </message>
    <message>
        <source>Send to the planner</source>
        <translation>送給規劃器</translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation>送出（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Back (Escape)</source>
        <translation>返回（Esc）</translation>
    </message>
</context>
<context>
    <name>PlanModel</name>
    <message>
        <source>take the planner&apos;s draft</source>
        <translation>採用規劃器的草稿</translation>
    </message>
    <message>
        <source>Step {number}, argument &quot;{name}&quot;: {fault}</source>
        <translation>步驟 {number}，引數「{name}」：{fault}</translation>
    </message>
    <message>
        <source>rename the plan</source>
        <translation>重新命名計畫</translation>
    </message>
    <message>
        <source>edit step {number}</source>
        <translation>編輯步驟 {number}</translation>
    </message>
    <message>
        <source>add a step</source>
        <translation>加入步驟</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title}（副本）</translation>
    </message>
    <message>
        <source>duplicate step {number}</source>
        <translation>複製步驟 {number}</translation>
    </message>
    <message>
        <source>delete step {number}</source>
        <translation>刪除步驟 {number}</translation>
    </message>
    <message>
        <source>move step {number}</source>
        <translation>移動步驟 {number}</translation>
    </message>
    <message>
        <source>split step {number}</source>
        <translation>分割步驟 {number}</translation>
    </message>
</context>
<context>
    <name>PlanText</name>
    <message>
        <source>Who: {kind} ({members})</source>
        <translation>由誰：{kind}（{members}）</translation>
    </message>
    <message>
        <source>Inputs: none</source>
        <translation>輸入：無</translation>
    </message>
    <message>
        <source>Inputs: {names}</source>
        <translation>輸入：{names}</translation>
    </message>
    <message>
        <source>Stops before it starts</source>
        <translation>開始前會停下</translation>
    </message>
</context>
<context>
    <name>PlannerDialog</name>
    <message>
        <source>The planner in “{0}”</source>
        <translation>「{0}」的規劃器</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>What stands around the planner&apos;s calls in all tasks of this project, the outermost first. It holds from the planner&apos;s next run on, in place of what was saved before.</source>
        <translation>這個專案所有任務中，包在規劃器呼叫外的中介層（由外而內）。從規劃器下次執行開始生效，取代先前儲存的內容。</translation>
    </message>
    <message>
        <source>What the planner is told</source>
        <translation>規劃器收到的內容</translation>
    </message>
</context>
<context>
    <name>PresetsDialog</name>
    <message>
        <source>Presets</source>
        <translation>預設提示詞</translation>
    </message>
    <message>
        <source>New preset</source>
        <translation>新增預設提示詞</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>所有專案</translation>
    </message>
    <message>
        <source>This project only</source>
        <translation>只限這個專案</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Save (Ctrl+Enter)</source>
        <translation>儲存（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>“{0}” is saved.</source>
        <translation>「{0}」已儲存。</translation>
    </message>
    <message>
        <source>“{0}” is deleted. Save brings it back.</source>
        <translation>「{0}」已刪除。按「儲存」即可恢復。</translation>
    </message>
    <message>
        <source>{0}  ·  this project</source>
        <translation>{0}  ·  這個專案</translation>
    </message>
    <message>
        <source>{work}, {comments} and {step_task} are filled in where the preset is used.</source>
        <translation>使用預設提示詞時，會填入 {work}、{comments} 與 {step_task}。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>For</source>
        <translation>適用範圍</translation>
    </message>
</context>
<context>
    <name>PriceRow</name>
    <message>
        <source>Set</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>The kept list counts again, if it knows the model</source>
        <translation>若內建清單有這個模型，就改回依清單計價</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>輸入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>輸出</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>your own price</source>
        <translation>你自訂的價格</translation>
    </message>
    <message>
        <source>from the kept list</source>
        <translation>來自內建清單</translation>
    </message>
    <message>
        <source>free</source>
        <translation>免費</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>價格不明</translation>
    </message>
    <message>
        <source>Give both prices as numbers, such as 0.15 and 0.60.</source>
        <translation>請以數字填寫兩個價格，例如 0.15 與 0.60。</translation>
    </message>
</context>
<context>
    <name>PricesPage</name>
    <message>
        <source>US dollars for a million tokens. A price that is not known is not counted as nothing.</source>
        <translation>每百萬 token 的美元價格。價格不明時，不會當成免費。</translation>
    </message>
    <message>
        <source>The price of “{0}” is set.</source>
        <translation>已設定「{0}」的價格。</translation>
    </message>
    <message>
        <source>Your price of “{0}” is taken back.</source>
        <translation>已收回你為「{0}」自訂的價格。</translation>
    </message>
</context>
<context>
    <name>ProjectChooser</name>
    <message>
        <source>Project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>My tasks</source>
        <translation>我的任務</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新專案…</translation>
    </message>
</context>
<context>
    <name>ProjectDefaultsDialog</name>
    <message>
        <source>What new tasks in “{0}” begin with</source>
        <translation>「{0}」的新任務開頭帶有的內容</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>It stands in the form of each new task, where it can be changed or removed.</source>
        <translation>會填入每個新任務的表單，可在那裡修改或移除。</translation>
    </message>
    <message>
        <source>Context files</source>
        <translation>背景檔案</translation>
    </message>
</context>
<context>
    <name>ProjectDialog</name>
    <message>
        <source>New project</source>
        <translation>新專案</translation>
    </message>
    <message>
        <source>in Workspace&apos;s own folder</source>
        <translation>在 Workspace 自己的資料夾裡</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>A folder or repository that is there already is adopted with all that is in it.</source>
        <translation>已有的資料夾或版本庫會連同其中所有內容一起納入。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>建立</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>專案的資料夾</translation>
    </message>
</context>
<context>
    <name>ProjectPage</name>
    <message>
        <source>This project has no task yet. A task begins with a sentence about what you want done.</source>
        <translation>這個專案還沒有任務。任務從一句你想完成的事開始。</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新任務</translation>
    </message>
    <message>
        <source>New task in this project</source>
        <translation>在這個專案新增任務</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重新命名…</translation>
    </message>
    <message>
        <source>New tasks begin with…</source>
        <translation>新任務的開頭…</translation>
    </message>
    <message>
        <source>Planner…</source>
        <translation>規劃器…</translation>
    </message>
    <message>
        <source>What stands around the planner&apos;s calls in this project</source>
        <translation>這個專案中包在規劃器呼叫外的中介層</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>分享…</translation>
    </message>
    <message>
        <source>List</source>
        <translation>清單</translation>
    </message>
    <message>
        <source>Tree of branches</source>
        <translation>分支樹</translation>
    </message>
    <message>
        <source>Which task came from which</source>
        <translation>哪個任務來自哪個任務</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>It is elsewhere now…</source>
        <translation>現在在別的地方…</translation>
    </message>
    <message>
        <source>Say where the folder is, after it was moved or renamed; nothing is moved or copied</source>
        <translation>資料夾移動或改名後，指定它現在的位置；不會移動或複製任何東西</translation>
    </message>
    <message>
        <source>Keep personal data only as it is sent to models</source>
        <translation>個人資料只保留送給模型的樣子</translation>
    </message>
    <message>
        <source>What an assistant&apos;s PII middleware finds is kept redacted in conversations from now on. Otherwise it is redacted only where it is sent. Documents and plans are never changed.</source>
        <translation>今後助理的個人資料中介層找到的內容，在對話中只保留遮蔽後的樣子；否則只在送出時遮蔽。文件與計畫絕不更動。</translation>
    </message>
    <message>
        <source>Rename project</source>
        <translation>重新命名專案</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
</context>
<context>
    <name>PromptEditor</name>
    <message>
        <source>Run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示詞</translation>
    </message>
    <message>
        <source>The task&apos;s model</source>
        <translation>任務的模型</translation>
    </message>
    <message>
        <source>Exactly what will be sent</source>
        <translation>實際會送出的內容</translation>
    </message>
    <message>
        <source>Write the prompt first.</source>
        <translation>請先寫下提示詞。</translation>
    </message>
    <message>
        <source>What will be sent ({0})</source>
        <translation>將送出的內容（{0}）</translation>
    </message>
    <message>
        <source>{0} will be sent</source>
        <translation>將送出 {0}</translation>
    </message>
    <message>
        <source>What will be sent</source>
        <translation>將送出的內容</translation>
    </message>
</context>
<context>
    <name>ProvenanceDialog</name>
    <message>
        <source>Where it came from, and what was made from it</source>
        <translation>它的來源，以及由它產生的內容</translation>
    </message>
    <message>
        <source>What it came from and what was made from it</source>
        <translation>它的來源與由它產生的內容</translation>
    </message>
    <message>
        <source>Open as it was</source>
        <translation>開啟當時的版本</translation>
    </message>
    <message>
        <source>In its own program, as a copy</source>
        <translation>以副本在對應的程式中開啟</translation>
    </message>
    <message>
        <source>Show in its task</source>
        <translation>在任務中顯示</translation>
    </message>
    <message>
        <source>Prompt…</source>
        <translation>提示詞…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>With the version that you came from</source>
        <translation>與你原先查看的版本比較</translation>
    </message>
    <message>
        <source>{count} more are further away and left out.</source>
        <translation>另有 {count} 項關係較遠，未列出。</translation>
    </message>
    <message>
        <source>Came from</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Made from it</source>
        <translation>由它產生</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示詞</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png)</source>
        <translation>圖片 (*.svg *.png)</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>儲存圖片</translation>
    </message>
    <message>
        <source>The picture cannot be written to {path}.</source>
        <translation>圖片無法寫入 {path}。</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>儲存圖片…</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>縮小（−）</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>顯示全圖</translation>
    </message>
</context>
<context>
    <name>ProvenanceView</name>
    <message>
        <source>What came from what</source>
        <translation>來源關係</translation>
    </message>
</context>
<context>
    <name>ProvenanceWords</name>
    <message>
        <source>File, as of {0}</source>
        <translation>檔案，{0} 當時</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Deleted task</source>
        <translation>已刪除的任務</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>步驟 {0}</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>產生時間</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已核准</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>default model</source>
        <translation>預設模型</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>團隊</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗時</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>已過時</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已核准</translation>
    </message>
    <message>
        <source>{0}, run {1}</source>
        <translation>{0}，第 {1} 次執行</translation>
    </message>
    <message>
        <source>by you, {0}</source>
        <translation>由你，{0}</translation>
    </message>
    <message>
        <source>by {0}, {1}</source>
        <translation>由 {0}，{1}</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 個 token</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Step {0} asks before it uses a tool</source>
        <translation>步驟 {0} 使用工具前請你確認</translation>
    </message>
    <message>
        <source>Is this plan right?</source>
        <translation>這個計畫可以嗎？</translation>
    </message>
    <message>
        <source>Review what step {0} made</source>
        <translation>審閱步驟 {0} 的成果</translation>
    </message>
    <message>
        <source>Step {0} has a question for you</source>
        <translation>步驟 {0} 有問題想問你</translation>
    </message>
    <message>
        <source>A tool call of step {0} was cut off</source>
        <translation>步驟 {0} 的一次工具呼叫被中斷了</translation>
    </message>
    <message>
        <source>Step {0} needs something from you</source>
        <translation>步驟 {0} 需要你提供資料</translation>
    </message>
    <message>
        <source>Step {0} reached a limit</source>
        <translation>步驟 {0} 達到上限</translation>
    </message>
    <message>
        <source>Step {0} needs a choice</source>
        <translation>步驟 {0} 需要你選擇</translation>
    </message>
    <message>
        <source>Step {0} needs help</source>
        <translation>步驟 {0} 需要協助</translation>
    </message>
    <message>
        <source>Two versions of one file: which one stays?</source>
        <translation>同一個檔案有兩個版本：要留下哪一個？</translation>
    </message>
    <message>
        <source>A large file: should the history keep it?</source>
        <translation>大檔案：要放進歷史嗎？</translation>
    </message>
    <message>
        <source>Approve plan</source>
        <translation>核准計畫</translation>
    </message>
    <message>
        <source>Finish the step</source>
        <translation>完成這個步驟</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Approve with note</source>
        <translation>附註並核准</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>核准</translation>
    </message>
    <message>
        <source>Give its result</source>
        <translation>提供它的結果</translation>
    </message>
    <message>
        <source>Set this limit</source>
        <translation>設定這個上限</translation>
    </message>
    <message>
        <source>Go on with this note</source>
        <translation>附上這則附註並繼續</translation>
    </message>
    <message>
        <source>Hand in this text</source>
        <translation>交出這段文字</translation>
    </message>
    <message>
        <source>End the step</source>
        <translation>結束這個步驟</translation>
    </message>
    <message>
        <source>Request changes</source>
        <translation>要求修改</translation>
    </message>
    <message>
        <source>Send answer</source>
        <translation>送出回覆</translation>
    </message>
    <message>
        <source>Hand in a file…</source>
        <translation>交出檔案…</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Go on without knowing</source>
        <translation>費用不明也繼續</translation>
    </message>
    <message>
        <source>Raise it to {0}</source>
        <translation>提高到 {0}</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take the other</source>
        <translation>採用另一份</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>兩份都保留</translation>
    </message>
    <message>
        <source>Leave out the oldest messages</source>
        <translation>略過最舊的訊息</translation>
    </message>
    <message>
        <source>Keep it out of the history</source>
        <translation>不放進歷史</translation>
    </message>
    <message>
        <source>Keep it in the history anyway</source>
        <translation>仍放進歷史</translation>
    </message>
    <message>
        <source>What should be different? (If you approve, this is kept as a note for later steps.)</source>
        <translation>哪裡要不同？（若你核准，這段文字會保留為後續步驟的附註。）</translation>
    </message>
    <message>
        <source>What should be different?</source>
        <translation>哪裡要不同？</translation>
    </message>
    <message>
        <source>What did the tool give?</source>
        <translation>工具給了什麼結果？</translation>
    </message>
    <message>
        <source>Type or paste the document…</source>
        <translation>輸入或貼上文件…</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的回覆</translation>
    </message>
    <message>
        <source>An answer cannot be taken back, and nothing is lost by it: the step can be run again, and every version is kept.</source>
        <translation>回覆無法收回，但什麼都不會因此遺失：步驟可以再次執行，每個版本也都會保留。</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>Hand in a file</source>
        <translation>交出檔案</translation>
    </message>
    <message>
        <source>Say what should be different.</source>
        <translation>請說明哪裡要不同。</translation>
    </message>
    <message>
        <source>Type your answer first.</source>
        <translation>請先輸入你的回覆。</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>{0} (version {1})</source>
        <translation>{0}（版本 {1}）</translation>
    </message>
    <message>
        <source>Compare both…</source>
        <translation>比較兩者…</translation>
    </message>
    <message>
        <source>Edit plan</source>
        <translation>編輯計畫</translation>
    </message>
</context>
<context>
    <name>QueuedNote</name>
    <message>
        <source>Change this note</source>
        <translation>修改這則附註</translation>
    </message>
    <message>
        <source>Take this note back: nobody has heard it, and its text is gone then</source>
        <translation>收回這則附註：還沒有人看過，收回後文字就不在了</translation>
    </message>
    <message>
        <source>Change the note (Ctrl+Enter keeps it)</source>
        <translation>修改附註（Ctrl+Enter 存下）</translation>
    </message>
</context>
<context>
    <name>QueuedNotes</name>
    <message>
        <source>Will be said before the next call</source>
        <translation>會在下一次呼叫前告知</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立刻送出</translation>
    </message>
    <message>
        <source>Stops what is being said, keeps it, and goes on with these notes</source>
        <translation>停止正在說的內容並予以保留，接著處理這些附註</translation>
    </message>
</context>
<context>
    <name>RecordCommands</name>
    <message>
        <source>Choose a project&apos;s folder</source>
        <translation>選擇專案的資料夾</translation>
    </message>
    <message>
        <source>Export the task with its works, their history and its context</source>
        <translation>匯出任務，連同成果、成果的歷史與背景資料</translation>
    </message>
    <message>
        <source>Exported tasks (*.zip)</source>
        <translation>匯出的任務 (*.zip)</translation>
    </message>
    <message>
        <source>Choose an exported task</source>
        <translation>選擇匯出的任務</translation>
    </message>
    <message>
        <source>Open a project folder</source>
        <translation>開啟專案資料夾</translation>
    </message>
    <message>
        <source>“{0}” has tasks from elsewhere: {1}.</source>
        <translation>「{0}」裡有來自別處的任務：{1}。</translation>
    </message>
    <message>
        <source>Read them in, with their conversations and works? The folder stays where it is. What was running can be resumed.</source>
        <translation>要連同對話與成果一起讀入嗎？資料夾會留在原處，先前執行中的可以繼續。</translation>
    </message>
    <message>
        <source>Read them in</source>
        <translation>讀入</translation>
    </message>
    <message>
        <source>Tasks that were read in: {0}.</source>
        <translation>已讀入的任務：{0}。</translation>
    </message>
    <message>
        <source>The task is in {0}.</source>
        <translation>任務在 {0}。</translation>
    </message>
    <message>
        <source>Not everything could be read</source>
        <translation>有些內容無法讀取</translation>
    </message>
    <message>
        <source>Not everything could be read. What could is there.</source>
        <translation>有些內容無法讀取；讀得到的都在這裡。</translation>
    </message>
</context>
<context>
    <name>RedactedMarks</name>
    <message>
        <source>This stands in place of personal data ({0}): PII middleware.</source>
        <translation>這裡代替了個人資料（{0}）：個人資料中介層。</translation>
    </message>
</context>
<context>
    <name>ReferencePopup</name>
    <message>
        <source>Presets…</source>
        <translation>預設提示詞…</translation>
    </message>
    <message>
        <source>Add, change and delete presets</source>
        <translation>新增、修改與刪除預設提示詞</translation>
    </message>
</context>
<context>
    <name>RememberField</name>
    <message>
        <source>How long this holds</source>
        <translation>這個決定的有效範圍</translation>
    </message>
    <message>
        <source>Empty: every call of it</source>
        <translation>留空：它的每次呼叫</translation>
    </message>
    <message>
        <source>A command word by word (“git log *”), a path (“docs/**”) or an address (“https://*.org/*”).</source>
        <translation>逐字的指令（「git log *」）、路徑（「docs/**」）或網址（「https://*.org/*」）。</translation>
    </message>
    <message>
        <source>For calls that look like</source>
        <translation>適用於這樣的呼叫</translation>
    </message>
    <message>
        <source>Allow it in this conversation</source>
        <translation>在這個對話中允許</translation>
    </message>
    <message>
        <source>Allow it in this task</source>
        <translation>在這個任務中允許</translation>
    </message>
    <message>
        <source>Allow it always, in every task</source>
        <translation>在每個任務中一律允許</translation>
    </message>
    <message>
        <source>Never allow it, in no task</source>
        <translation>在任何任務中都不允許</translation>
    </message>
    <message>
        <source>Only this once</source>
        <translation>只限這一次</translation>
    </message>
    <message>
        <source>Every call of “{0}” is refused from now on, without asking.</source>
        <translation>今後「{0}」的每次呼叫都會被拒絕，不再詢問。</translation>
    </message>
    <message>
        <source>Calls of “{0}” that look like {1} are refused from now on, without asking.</source>
        <translation>今後「{0}」中符合 {1} 的呼叫會被拒絕，不再詢問。</translation>
    </message>
    <message>
        <source>“{0}” runs without asking from now on, whatever its arguments are.</source>
        <translation>今後「{0}」不論引數為何都直接執行，不再詢問。</translation>
    </message>
    <message>
        <source>“{0}” runs without asking from now on, if the whole call looks like {1}.</source>
        <translation>今後整個呼叫符合 {1} 時，「{0}」會直接執行，不再詢問。</translation>
    </message>
</context>
<context>
    <name>ReplanBar</name>
    <message>
        <source>Plan a new task from here…</source>
        <translation>從這裡規劃新任務…</translation>
    </message>
    <message>
        <source>{0} in step {1} suggests a new plan: {2}</source>
        <translation>步驟 {1} 的{0}建議新的計畫：{2}</translation>
    </message>
</context>
<context>
    <name>RequestDialog</name>
    <message>
        <source>What was sent to {0}</source>
        <translation>送給 {0} 的內容</translation>
    </message>
    <message>
        <source>Messages ({0})</source>
        <translation>訊息（{0}）</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tools ({0})</source>
        <translation>工具（{0}）</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>選項</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>複製為 JSON</translation>
    </message>
    <message>
        <source>{0} asked {1}</source>
        <translation>{0} 詢問 {1}</translation>
    </message>
    <message>
        <source>set up as “{0}”</source>
        <translation>設定為「{0}」</translation>
    </message>
    <message>
        <source>{0} tokens read, {1} written</source>
        <translation>讀取 {0}、寫出 {1} 個 token</translation>
    </message>
    <message>
        <source>ended: {0}</source>
        <translation>已結束：{0}</translation>
    </message>
    <message>
        <source>failed: {0}</source>
        <translation>失敗：{0}</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>訊息</translation>
    </message>
</context>
<context>
    <name>ResultFormField</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Form of the result (JSON schema)</source>
        <translation>結果的格式（JSON schema）</translation>
    </message>
    <message>
        <source>With a schema the step&apos;s result is one object of this form, checked, and saved as a JSON file. Leave it empty for documents.</source>
        <translation>填入 schema 後，步驟的結果會是符合此格式的一個物件，經檢查後存成 JSON 檔。結果是文件時請留空。</translation>
    </message>
    <message>
        <source>the result has a form</source>
        <translation>結果有固定格式</translation>
    </message>
    <message>
        <source>This is not kept, as it is no JSON schema of an object: {fault}</source>
        <translation>這不是物件的 JSON schema，因此不會保存：{fault}</translation>
    </message>
</context>
<context>
    <name>RevisionBar</name>
    <message>
        <source>Your note to go with the comments</source>
        <translation>與意見一併送出的附註</translation>
    </message>
    <message>
        <source>Send to this conversation</source>
        <translation>送到這個對話</translation>
    </message>
    <message>
        <source>Revise in a new conversation</source>
        <translation>在新的對話中修訂</translation>
    </message>
    <message>
        <source>Add a note that goes with the comments</source>
        <translation>加一則與意見一併送出的附註</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Delete these comments; it can be undone</source>
        <translation>刪除這些意見；可以復原</translation>
    </message>
    <message>
        <source>Run {run} goes on with these comments; it cannot be taken back, and every version is kept (Ctrl+Alt+Enter)</source>
        <translation>第 {run} 次執行會帶著這些意見繼續；無法收回，但每個版本都會保留（Ctrl+Alt+Enter）</translation>
    </message>
    <message>
        <source>The conversation does not wait for feedback now</source>
        <translation>這個對話目前不在等待意見回饋</translation>
    </message>
    <message>
        <source>Step {step} runs again as run {run}, from version {version} (Ctrl+Alt+R)</source>
        <translation>步驟 {step} 會從版本 {version} 開始第 {run} 次執行（Ctrl+Alt+R）</translation>
    </message>
    <message>
        <source>The task is running: stop it first</source>
        <translation>任務正在執行：請先停止</translation>
    </message>
    <message>
        <source>1 comment will be included</source>
        <translation>將附上 1 則意見</translation>
    </message>
    <message>
        <source>{count} comments will be included</source>
        <translation>將附上 {count} 則意見</translation>
    </message>
    <message>
        <source>{comments} and your note</source>
        <translation>{comments}與你的附註</translation>
    </message>
    <message>
        <source>{what} go to {who}.</source>
        <translation>{what}會送給 {who}。</translation>
    </message>
    <message>
        <source>Here: run {run} goes on.</source>
        <translation>這個對話：第 {run} 次執行會繼續。</translation>
    </message>
    <message>
        <source>New: step {step} runs again as run {run}, from version {version}.</source>
        <translation>新的對話：步驟 {step} 會從版本 {version} 開始第 {run} 次執行。</translation>
    </message>
    <message>
        <source>The task is running. The comments wait until it asks or is stopped.</source>
        <translation>任務正在執行。意見會等到它提問或停止時才送出。</translation>
    </message>
</context>
<context>
    <name>RevisionWays</name>
    <message>
        <source>the step&apos;s assistants</source>
        <translation>這個步驟的助理</translation>
    </message>
</context>
<context>
    <name>RunAgainDialog</name>
    <message>
        <source>Run again, in order</source>
        <translation>依序再次執行</translation>
    </message>
    <message>
        <source>Looking at what is out of date…</source>
        <translation>正在查看有哪些已過時…</translation>
    </message>
    <message>
        <source>Steps that would run again</source>
        <translation>會再次執行的步驟</translation>
    </message>
    <message>
        <source>Run these again</source>
        <translation>再次執行這些</translation>
    </message>
    <message>
        <source>{number}.  {task}: step {n}, {title}</source>
        <translation>{number}.  {task}：步驟 {n}，{title}</translation>
    </message>
    <message>
        <source>Nothing is out of date any more.</source>
        <translation>已經沒有過時的成果。</translation>
    </message>
    <message>
        <source>1 step runs again, in a new conversation. It asks as always, and what is there now stays among the earlier runs.</source>
        <translation>1 個步驟會在新的對話中再次執行。它照常詢問你；現有的內容會保留在先前的執行中。</translation>
    </message>
    <message>
        <source>{count} steps run again, each in a new conversation when the one before it is done. They ask as always, and what is there now stays among the earlier runs.</source>
        <translation>{count} 個步驟會再次執行，前一個完成後才在新的對話中開始下一個。它們照常詢問你；現有的內容會保留在先前的執行中。</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Pause after this message; nothing is lost</source>
        <translation>在這則訊息之後暫停；什麼都不會遺失</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Go on where it stopped</source>
        <translation>從停下的地方繼續</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop after this message (Esc), or now (Esc twice, Shift+Esc)</source>
        <translation>在這則訊息之後停止（Esc），或立刻停止（連按兩次 Esc，或 Shift+Esc）</translation>
    </message>
    <message>
        <source>After this message	Esc</source>
        <translation>這則訊息之後	Esc</translation>
    </message>
    <message>
        <source>Now: what is being said is kept as it is	Shift+Esc</source>
        <translation>立刻：正在說的內容會照樣保留	Shift+Esc</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立刻停止</translation>
    </message>
    <message>
        <source>What is being said is kept as it is (Esc once more, or Shift+Esc)</source>
        <translation>正在說的內容會照樣保留（再按一次 Esc，或 Shift+Esc）</translation>
    </message>
    <message>
        <source>Stopping after this message…</source>
        <translation>這則訊息之後停止…</translation>
    </message>
    <message>
        <source>Stopping now…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Pausing after this message…</source>
        <translation>這則訊息之後暫停…</translation>
    </message>
</context>
<context>
    <name>RunModels</name>
    <message>
        <source>Models, for this run only</source>
        <translation>模型（僅限這次執行）</translation>
    </message>
    <message>
        <source>{0}, as in that run</source>
        <translation>{0}，與那次執行相同</translation>
    </message>
    <message>
        <source>{0}, as planned</source>
        <translation>{0}，依計畫</translation>
    </message>
    <message>
        <source>Model of {0}</source>
        <translation>{0} 的模型</translation>
    </message>
    <message>
        <source>who speaks next</source>
        <translation>誰接著發言</translation>
    </message>
</context>
<context>
    <name>SchemaForm</name>
    <message>
        <source>This needs a value.</source>
        <translation>這裡需要填值。</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>這裡必須是整數。</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>這裡必須是數字。</translation>
    </message>
    <message>
        <source>This must be a JSON object.</source>
        <translation>這裡必須是 JSON 物件。</translation>
    </message>
    <message>
        <source>This must be {0} or more.</source>
        <translation>這裡必須是 {0} 以上。</translation>
    </message>
    <message>
        <source>This must be {0} or less.</source>
        <translation>這裡必須是 {0} 以下。</translation>
    </message>
    <message>
        <source>This must be more than {0}.</source>
        <translation>這裡必須大於 {0}。</translation>
    </message>
    <message>
        <source>This must be less than {0}.</source>
        <translation>這裡必須小於 {0}。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>價格</translation>
    </message>
    <message>
        <source>What assistants may do without asking</source>
        <translation>助理可以不經詢問做的事</translation>
    </message>
    <message>
        <source>Tool servers (MCP)</source>
        <translation>工具伺服器（MCP）</translation>
    </message>
    <message>
        <source>Appearance and keys</source>
        <translation>外觀與按鍵</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>資料</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a line</source>
        <translation>Enter 送出，Shift+Enter 換行</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter begins a line</source>
        <translation>Ctrl+Enter 送出，Enter 換行</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Takes effect when the window is opened the next time.</source>
        <translation>下次開啟視窗時生效。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>Sending a message</source>
        <translation>送出訊息</translation>
    </message>
    <message>
        <source>A conversation is long from</source>
        <translation>長對話的門檻</translation>
    </message>
    <message>
        <source>Tokens read for one answer; from there on you are offered to continue in a new conversation.</source>
        <translation>一次回答所讀取的 token 數；達到後會建議你在新的對話中繼續。</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>The history keeps every version for ever. Larger files are asked about before they go into it.</source>
        <translation>歷史會永久保存每個版本。更大的檔案放進歷史前會先問你。</translation>
    </message>
    <message>
        <source>A file is large from</source>
        <translation>大檔案的門檻</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>Check everything</source>
        <translation>全面檢查</translation>
    </message>
    <message>
        <source>Checks the store and every project folder; changes nothing</source>
        <translation>檢查資料庫與每個專案資料夾；不會更動任何東西</translation>
    </message>
    <message>
        <source>Everything is in order.</source>
        <translation>一切正常。</translation>
    </message>
</context>
<context>
    <name>Settings of middleware</name>
    <message>
        <source>Kind of data</source>
        <translation>資料種類</translation>
    </message>
    <message>
        <source>email, credit_card, ip, mac_address, url, or a name of your own with a detector.</source>
        <translation>email、credit_card、ip、mac_address、url，或自訂名稱並填寫偵測規則。</translation>
    </message>
    <message>
        <source>What happens to it</source>
        <translation>如何處理</translation>
    </message>
    <message>
        <source>redact: [REDACTED_EMAIL]; mask: a part is shown; hash: the same value gets the same mark; block: the step ends before the model is asked; stand_in: the model gets a stand-in, and the real value is put back into its answers and tool calls.</source>
        <translation>遮蔽：換成 [REDACTED_EMAIL]；部分遮住：只顯示一部分；雜湊：相同的值得到相同的標記；擋下：不詢問模型，步驟就此結束；以代稱替換：模型只看到代稱，它的回答與工具呼叫會換回真正的值。</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>偵測規則</translation>
    </message>
    <message>
        <source>A regular expression; empty for the built-in way of finding this kind.</source>
        <translation>正規表示式；留空則用內建方式尋找這種資料。</translation>
    </message>
    <message>
        <source>In what the assistant is told</source>
        <translation>助理收到的內容</translation>
    </message>
    <message>
        <source>By you, the task and other assistants.</source>
        <translation>來自你、任務與其他助理。</translation>
    </message>
    <message>
        <source>In what the assistant says</source>
        <translation>助理說的內容</translation>
    </message>
    <message>
        <source>Its text then appears when it is complete.</source>
        <translation>文字會在完成後才顯示。</translation>
    </message>
    <message>
        <source>In results of tools</source>
        <translation>工具的結果</translation>
    </message>
    <message>
        <source>In the whole conversation</source>
        <translation>整個對話</translation>
    </message>
    <message>
        <source>Otherwise only in the newest message of each sort, and earlier ones are sent as they are.</source>
        <translation>否則只處理每一類中最新的訊息，較早的會原樣送出。</translation>
    </message>
    <message>
        <source>Where it looks</source>
        <translation>尋找範圍</translation>
    </message>
    <message>
        <source>project: in all conversations of the project; task: in the other steps and runs of the task.</source>
        <translation>專案：專案的所有對話；任務：任務的其他步驟與執行。</translation>
    </message>
    <message>
        <source>Earlier messages that are added</source>
        <translation>加入的先前訊息數</translation>
    </message>
    <message>
        <source>At most, each once.</source>
        <translation>最多這麼多，每則一次。</translation>
    </message>
    <message>
        <source>Characters of each</source>
        <translation>每則的字元數</translation>
    </message>
    <message>
        <source>Around the words that it shares.</source>
        <translation>取共同字詞前後的文字。</translation>
    </message>
    <message>
        <source>In the conversation</source>
        <translation>整個對話</translation>
    </message>
    <message>
        <source>Calls in the whole conversation; empty for no limit.</source>
        <translation>整個對話中的呼叫次數；留空表示沒有上限。</translation>
    </message>
    <message>
        <source>In one turn</source>
        <translation>一輪</translation>
    </message>
    <message>
        <source>Calls in one turn of the assistant; empty for no limit.</source>
        <translation>助理一輪中的呼叫次數；留空表示沒有上限。</translation>
    </message>
    <message>
        <source>At the limit</source>
        <translation>達到上限時</translation>
    </message>
    <message>
        <source>End the turn with a message, or end the step with an error.</source>
        <translation>以一則訊息結束這一輪，或讓步驟以錯誤結束。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Name of the tool; empty for all tools together.</source>
        <translation>工具的名稱；留空表示所有工具合計。</translation>
    </message>
    <message>
        <source>Refuse the call and let the assistant go on, end the turn with a message, or end the step with an error.</source>
        <translation>拒絕呼叫並讓助理繼續、以一則訊息結束這一輪，或讓步驟以錯誤結束。</translation>
    </message>
    <message>
        <source>Summarise from</source>
        <translation>何時開始摘要</translation>
    </message>
    <message>
        <source>From any of these sizes on. Empty: only when the model refuses the conversation as too long.</source>
        <translation>達到其中任一大小時。留空：只有模型因對話太長而拒絕時才摘要。</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>原樣保留</translation>
    </message>
    <message>
        <source>The newest part.</source>
        <translation>最新的部分。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name of a model slot; empty for the assistant&apos;s own.</source>
        <translation>已設定模型的名稱；留空則用助理自己的模型。</translation>
    </message>
    <message>
        <source>Kind of summary</source>
        <translation>摘要的種類</translation>
    </message>
    <message>
        <source>Prompt of your own</source>
        <translation>自訂提示詞</translation>
    </message>
    <message>
        <source>In place of the preset&apos;s, with {messages} for the conversation.</source>
        <translation>取代預設的提示詞，以 {messages} 代表對話。</translation>
    </message>
    <message>
        <source>Compact instructions</source>
        <translation>摘要指示</translation>
    </message>
    <message>
        <source>For the kind &quot;coding&quot;, beside a section of that name in AGENTS.md or CLAUDE.md of the project folder.</source>
        <translation>用於「程式開發」這一種，專案資料夾的 AGENTS.md 或 CLAUDE.md 中同名的段落也會一併採用。</translation>
    </message>
    <message>
        <source>Function in place of the model</source>
        <translation>取代模型的函式</translation>
    </message>
    <message>
        <source>Of the project&apos;s hooks file; it gets the conversation as a text, and returns the summary.</source>
        <translation>專案掛鉤檔中的函式；收到文字形式的對話，傳回摘要。</translation>
    </message>
    <message>
        <source>Tokens counted</source>
        <translation>token 的計算方式</translation>
    </message>
    <message>
        <source>By the length of the texts, as the model itself reported them last, or by a function of the project&apos;s hooks file.</source>
        <translation>依文字長度估計、依模型上次回報的數目，或由專案掛鉤檔的函式計算。</translation>
    </message>
    <message>
        <source>Tokens to summarise</source>
        <translation>要摘要的 token 數</translation>
    </message>
    <message>
        <source>Of the older part, the newest ones; empty for all.</source>
        <translation>取較舊部分中最新的這些；留空表示全部。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>訊息數</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 數</translation>
    </message>
    <message>
        <source>Part of what the model reads at once</source>
        <translation>佔模型一次能讀的比例</translation>
    </message>
    <message>
        <source>Such as 0.8.</source>
        <translation>例如 0.8。</translation>
    </message>
    <message>
        <source>Summarise above so many messages</source>
        <translation>超過幾則訊息就摘要</translation>
    </message>
    <message>
        <source>Text before the summary</source>
        <translation>摘要前的文字</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示詞</translation>
    </message>
    <message>
        <source>With {messages} for the conversation.</source>
        <translation>以 {messages} 代表對話。</translation>
    </message>
    <message>
        <source>From so many messages on</source>
        <translation>達到幾則訊息時開始</translation>
    </message>
    <message>
        <source>Or from so many tokens on</source>
        <translation>或達到多少 token 時開始</translation>
    </message>
    <message>
        <source>And ten messages.</source>
        <translation>並且至少有十則訊息。</translation>
    </message>
    <message>
        <source>Newest messages</source>
        <translation>最新的訊息數</translation>
    </message>
    <message>
        <source>Calls and their results stay together.</source>
        <translation>呼叫與它的結果會放在一起。</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>清除規則</translation>
    </message>
    <message>
        <source>Above so many tokens</source>
        <translation>超過多少 token 時</translation>
    </message>
    <message>
        <source>Clear at least so many tokens</source>
        <translation>至少清除多少 token</translation>
    </message>
    <message>
        <source>Then it stops; 0 clears all it may.</source>
        <translation>達到後就停止；0 表示能清的都清。</translation>
    </message>
    <message>
        <source>Newest results to keep</source>
        <translation>保留最新的結果數</translation>
    </message>
    <message>
        <source>Clear the calls&apos; arguments, too</source>
        <translation>也清除呼叫的引數</translation>
    </message>
    <message>
        <source>Tools whose results stay</source>
        <translation>保留結果的工具</translation>
    </message>
    <message>
        <source>Text in their place</source>
        <translation>取代的文字</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>What the choosing model is told to do.</source>
        <translation>告訴挑選工具的模型該怎麼做。</translation>
    </message>
    <message>
        <source>Tools at most</source>
        <translation>最多幾個工具</translation>
    </message>
    <message>
        <source>Empty for no limit.</source>
        <translation>留空表示沒有上限。</translation>
    </message>
    <message>
        <source>Always offered</source>
        <translation>一律提供</translation>
    </message>
    <message>
        <source>Names of tools; they do not count.</source>
        <translation>工具的名稱；不計入數目。</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重試次數</translation>
    </message>
    <message>
        <source>When the choice cannot be read or is wrong.</source>
        <translation>看不懂挑選結果或結果有誤時。</translation>
    </message>
    <message>
        <source>When there is no choice then</source>
        <translation>仍然無法挑選時</translation>
    </message>
    <message>
        <source>End the step with an error, or offer all tools.</source>
        <translation>讓步驟以錯誤結束，或提供全部工具。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Names of model slots, tried in this order after the assistant&apos;s own.</source>
        <translation>已設定模型的名稱；助理自己的模型失敗後，依此順序嘗試。</translation>
    </message>
    <message>
        <source>Further attempts after the first one.</source>
        <translation>第一次之後再嘗試的次數。</translation>
    </message>
    <message>
        <source>First wait</source>
        <translation>第一次等待</translation>
    </message>
    <message>
        <source>Seconds before the first retry.</source>
        <translation>第一次重試前的秒數。</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>等待倍數</translation>
    </message>
    <message>
        <source>Each wait is this much longer than the one before; 0 for equal waits.</source>
        <translation>每次等待是前一次的幾倍；0 表示每次一樣長。</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最長等待</translation>
    </message>
    <message>
        <source>Seconds; a provider that asks for a longer one gets it.</source>
        <translation>秒；供應者要求更久時會照辦。</translation>
    </message>
    <message>
        <source>Vary the waits</source>
        <translation>等待時間略有變化</translation>
    </message>
    <message>
        <source>By up to 25 %, so that many runs do not retry at once.</source>
        <translation>最多相差 25%，避免許多執行同時重試。</translation>
    </message>
    <message>
        <source>When all attempts failed</source>
        <translation>全部嘗試都失敗時</translation>
    </message>
    <message>
        <source>Say so as the answer and go on, or pass the failure on; a function of the project&apos;s hooks file says it in its own words.</source>
        <translation>以失敗說明作為回答並繼續，或把失敗往外傳；也可由專案掛鉤檔的函式自行說明。</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失敗的種類</translation>
    </message>
    <message>
        <source>The kinds of failure that are worth another attempt, or functions of the project&apos;s hooks file that say whether one is.</source>
        <translation>值得再試一次的失敗種類，或專案掛鉤檔中判斷是否值得的函式。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Names of the tools; empty for all.</source>
        <translation>工具的名稱；留空表示全部。</translation>
    </message>
    <message>
        <source>Names of exceptions such as TimeoutError, or functions of the project&apos;s hooks file that say whether a failure is worth it.</source>
        <translation>例外的名稱（例如 TimeoutError），或專案掛鉤檔中判斷是否值得重試的函式。</translation>
    </message>
    <message>
        <source>You are asked before these are used; others are used as far as they are permitted.</source>
        <translation>使用這些工具前會先問你；其他工具依權限使用。</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>開頭文字</translation>
    </message>
    <message>
        <source>What a question begins with.</source>
        <translation>問題開頭的文字。</translation>
    </message>
    <message>
        <source>One question for each call</source>
        <translation>每次呼叫各問一次</translation>
    </message>
    <message>
        <source>Instead of one question for all calls of a message.</source>
        <translation>而不是一則訊息的所有呼叫合成一個問題。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>可做的決定</translation>
    </message>
    <message>
        <source>What you may decide about a call.</source>
        <translation>你可以對呼叫做的決定。</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>問題內容</translation>
    </message>
    <message>
        <source>Shown in place of the tool and its arguments.</source>
        <translation>取代工具與引數來顯示。</translation>
    </message>
    <message>
        <source>Schema of the arguments</source>
        <translation>引數的結構描述</translation>
    </message>
    <message>
        <source>JSON schema that edited arguments must fit.</source>
        <translation>編輯後的引數必須符合的 JSON Schema。</translation>
    </message>
    <message>
        <source>Only when</source>
        <translation>僅在這些情況</translation>
    </message>
    <message>
        <source>Ask only about calls whose command, path or address looks like this, such as docs/** or https://*.org/*.</source>
        <translation>只詢問指令、路徑或網址符合樣式的呼叫，例如 docs/** 或 https://*.org/*。</translation>
    </message>
    <message>
        <source>Is put after the assistant&apos;s system text.</source>
        <translation>會加在助理的系統指示之後。</translation>
    </message>
    <message>
        <source>Description of the tool</source>
        <translation>工具的說明</translation>
    </message>
    <message>
        <source>What the model reads about it.</source>
        <translation>模型讀到的說明。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>執行位置</translation>
    </message>
    <message>
        <source>On this computer, in a Docker container, or in the sandbox of the Codex command line.</source>
        <translation>在這部電腦上、在 Docker 容器中，或在 Codex 命令列的沙箱中。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Relative to the project folder; empty for the step&apos;s folder for files of the assistant&apos;s own.</source>
        <translation>相對於專案資料夾；留空則用步驟中助理自己的檔案資料夾。</translation>
    </message>
    <message>
        <source>Commands to begin with</source>
        <translation>開始時的指令</translation>
    </message>
    <message>
        <source>Commands to end with</source>
        <translation>結束時的指令</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>環境變數</translation>
    </message>
    <message>
        <source>The app&apos;s own keys are never passed on.</source>
        <translation>程式自己的金鑰絕不會傳過去。</translation>
    </message>
    <message>
        <source>Seconds for a command</source>
        <translation>每個指令的秒數</translation>
    </message>
    <message>
        <source>Seconds for a command to begin with</source>
        <translation>每個開始指令的秒數</translation>
    </message>
    <message>
        <source>Seconds for the commands to end with</source>
        <translation>結束指令的秒數</translation>
    </message>
    <message>
        <source>Lines of output that the model reads</source>
        <translation>模型讀到的輸出行數</translation>
    </message>
    <message>
        <source>Bytes of output that the model reads</source>
        <translation>模型讀到的輸出位元組數</translation>
    </message>
    <message>
        <source>Personal data in the output</source>
        <translation>輸出中的個人資料</translation>
    </message>
    <message>
        <source>Taken out before anyone reads it.</source>
        <translation>在任何人讀到之前移除。</translation>
    </message>
    <message>
        <source>Processor seconds for each program</source>
        <translation>每個程式的處理器秒數</translation>
    </message>
    <message>
        <source>Not with Docker.</source>
        <translation>不適用於 Docker。</translation>
    </message>
    <message>
        <source>Memory in MB</source>
        <translation>記憶體（MB）</translation>
    </message>
    <message>
        <source>For each program; with Docker for all of them.</source>
        <translation>每個程式；使用 Docker 時為全部合計。</translation>
    </message>
    <message>
        <source>Programs at once</source>
        <translation>同時執行的程式數</translation>
    </message>
    <message>
        <source>On this computer only.</source>
        <translation>僅適用於這部電腦。</translation>
    </message>
    <message>
        <source>Keep it in its folder</source>
        <translation>限制在自己的資料夾</translation>
    </message>
    <message>
        <source>On this computer (Linux): it reads the system&apos;s folders and the task&apos;s, and writes only in its own.</source>
        <translation>在這部電腦上（Linux）：可讀取系統與任務的資料夾，只能寫入自己的資料夾。</translation>
    </message>
    <message>
        <source>Docker image</source>
        <translation>Docker 映像檔</translation>
    </message>
    <message>
        <source>Network in the Docker container</source>
        <translation>Docker 容器可用網路</translation>
    </message>
    <message>
        <source>Processors for the Docker container</source>
        <translation>Docker 容器的處理器數</translation>
    </message>
    <message>
        <source>User in the Docker container</source>
        <translation>Docker 容器中的使用者</translation>
    </message>
    <message>
        <source>The Docker container cannot change its own files</source>
        <translation>Docker 容器不能變更自己的檔案</translation>
    </message>
    <message>
        <source>Settings of the Codex sandbox</source>
        <translation>Codex 沙箱的設定</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Empty for bash, or sh in a Docker container.</source>
        <translation>留空則用 bash；Docker 容器中用 sh。</translation>
    </message>
    <message>
        <source>Name of the tool</source>
        <translation>工具的名稱</translation>
    </message>
    <message>
        <source>A regular expression.</source>
        <translation>正規表示式。</translation>
    </message>
    <message>
        <source>Relative to the project folder (&quot;.&quot; is all of it); empty for the folder of the task.</source>
        <translation>相對於專案資料夾（「.」表示全部）；留空則用任務的資料夾。</translation>
    </message>
    <message>
        <source>Use ripgrep if it is installed</source>
        <translation>有安裝 ripgrep 就使用</translation>
    </message>
    <message>
        <source>It is faster, and finds the same.</source>
        <translation>速度較快，找到的結果相同。</translation>
    </message>
    <message>
        <source>Largest file in MB</source>
        <translation>最大檔案（MB）</translation>
    </message>
    <message>
        <source>Larger ones are not searched.</source>
        <translation>更大的檔案不搜尋。</translation>
    </message>
    <message>
        <source>Address of the search service</source>
        <translation>搜尋服務的網址</translation>
    </message>
    <message>
        <source>With {query} where the words belong, such as https://search.example.org/search?q={query}&amp;format=json (SearXNG).</source>
        <translation>以 {query} 代表關鍵字的位置，例如 https://search.example.org/search?q={query}&amp;format=json（SearXNG）。</translation>
    </message>
    <message>
        <source>Results that are listed</source>
        <translation>列出的結果數</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>溫度</translation>
    </message>
    <message>
        <source>How much the results vary.</source>
        <translation>結果的變化程度。</translation>
    </message>
    <message>
        <source>By</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>The model&apos;s provider, a tool that it must call, or what the model can do best.</source>
        <translation>由模型的供應者、由它必須呼叫的工具，或用模型最擅長的方式。</translation>
    </message>
    <message>
        <source>Ask the provider to be strict</source>
        <translation>要求供應者嚴格遵守</translation>
    </message>
    <message>
        <source>Tell the model what is wrong</source>
        <translation>告訴模型哪裡有誤</translation>
    </message>
    <message>
        <source>And ask again; otherwise a wrong answer ends the step.</source>
        <translation>並再問一次；否則錯誤的回答會讓步驟結束。</translation>
    </message>
    <message>
        <source>Wrong answers that it is told of</source>
        <translation>會告知模型的錯誤</translation>
    </message>
    <message>
        <source>The others end the step.</source>
        <translation>其他錯誤會讓步驟結束。</translation>
    </message>
    <message>
        <source>What it is told</source>
        <translation>告訴它的話</translation>
    </message>
    <message>
        <source>Empty for what is wrong.</source>
        <translation>留空則說明哪裡有誤。</translation>
    </message>
    <message>
        <source>Function for what it is told</source>
        <translation>產生告知內容的函式</translation>
    </message>
    <message>
        <source>Of the project&apos;s hooks file; it gets the error.</source>
        <translation>專案掛鉤檔中的函式；收到錯誤。</translation>
    </message>
    <message>
        <source>What it is told of a right answer</source>
        <translation>回答正確時告訴它的話</translation>
    </message>
    <message>
        <source>Empty for the answer itself.</source>
        <translation>留空則為回答本身。</translation>
    </message>
</context>
<context>
    <name>ShareDialog</name>
    <message>
        <source>Share project</source>
        <translation>分享專案</translation>
    </message>
    <message>
        <source>Share “{title}”</source>
        <translation>分享「{title}」</translation>
    </message>
    <message>
        <source>A git repository that the others reach too. Everything that is saved in the project goes there when you push: works, plans and conversations. Keys never do. What was pushed cannot be taken back.</source>
        <translation>其他人也能存取的 git 版本庫。推送時，專案中保存的一切都會送到那裡：成果、計畫與對話；金鑰絕不會。推送後無法收回。</translation>
    </message>
    <message>
        <source>Address of the repository</source>
        <translation>版本庫的位址</translation>
    </message>
    <message>
        <source>Pull</source>
        <translation>拉取</translation>
    </message>
    <message>
        <source>Bring what others pushed; nothing of yours is replaced</source>
        <translation>取得其他人推送的內容；你的內容都不會被取代</translation>
    </message>
    <message>
        <source>Push</source>
        <translation>推送</translation>
    </message>
    <message>
        <source>Send what is saved here</source>
        <translation>送出這裡保存的內容</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save on this branch</source>
        <translation>存到這個分支</translation>
    </message>
    <message>
        <source>From now on works go to the branch that is checked out; nothing on the other one is lost</source>
        <translation>之後成果會存到目前簽出的分支；另一個分支上的內容不會遺失</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在送出…</translation>
    </message>
    <message>
        <source>Fetching…</source>
        <translation>正在取得…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在儲存…</translation>
    </message>
    <message>
        <source>Changed here and there, so both texts were kept: {files}. For works, a question asks which stays.</source>
        <translation>兩邊都有修改，因此兩份文字都已保留：{files}。成果會另外問你要留下哪一份。</translation>
    </message>
    <message>
        <source>The app saves on the branch “{branch}”, but “{other}” is checked out. Works wait until “{branch}” is checked out again, or until you save on this one.</source>
        <translation>程式存到分支「{branch}」，但目前簽出的是「{other}」。成果會等到再次簽出「{branch}」，或你選擇存到目前的分支。</translation>
    </message>
    <message>
        <source>no branch</source>
        <translation>沒有分支</translation>
    </message>
    <message>
        <source>This project is not shared yet.</source>
        <translation>這個專案尚未分享。</translation>
    </message>
    <message>
        <source>Nothing was pushed or pulled yet.</source>
        <translation>還沒有推送或拉取過。</translation>
    </message>
    <message>
        <source>Both sides have the same, as of the last look.</source>
        <translation>上次查看時，兩邊相同。</translation>
    </message>
    <message>
        <source>To push: {ahead} commits. To pull: {behind} commits, as of the last look.</source>
        <translation>上次查看時：待推送 {ahead} 個提交，待拉取 {behind} 個提交。</translation>
    </message>
</context>
<context>
    <name>ShowAllButton</name>
    <message>
        <source>Show all ({0})</source>
        <translation>顯示全部（{0}）</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Inbox</source>
        <translation>收件匣</translation>
    </message>
    <message>
        <source>Find a task</source>
        <translation>尋找任務</translation>
    </message>
    <message>
        <source>Projects and tasks</source>
        <translation>專案與任務</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新任務</translation>
    </message>
    <message>
        <source>Dashboard</source>
        <translation>儀表板</translation>
    </message>
</context>
<context>
    <name>SidebarModel</name>
    <message>
        <source>Waiting for you</source>
        <translation>等待你處理</translation>
    </message>
</context>
<context>
    <name>SourceFold</name>
    <message>
        <source>The plan as it was written (JSON, {0})</source>
        <translation>計畫原文（JSON，{0}）</translation>
    </message>
</context>
<context>
    <name>SourceView</name>
    <message>
        <source>Comment</source>
        <translation>加入意見</translation>
    </message>
    <message>
        <source>Comment on the selected passage (Ctrl+Alt+M)</source>
        <translation>對選取的段落加入意見（Ctrl+Alt+M）</translation>
    </message>
</context>
<context>
    <name>StaleBar</name>
    <message>
        <source>What changed</source>
        <translation>變更之處</translation>
    </message>
    <message>
        <source>Compare the version it was made from</source>
        <translation>與它當時依據的版本比較</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次執行…</translation>
    </message>
    <message>
        <source>What is out of date, in order; you see first what would run</source>
        <translation>依序執行已過時的部分；會先讓你看到要執行哪些</translation>
    </message>
    <message>
        <source>Still good</source>
        <translation>仍然可用</translation>
    </message>
    <message>
        <source>Keep it as it is; this can be undone</source>
        <translation>維持原樣；可以復原</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Do not run it again</source>
        <translation>不要再次執行</translation>
    </message>
    <message>
        <source>It stays marked as out of date</source>
        <translation>仍會標示為已過時</translation>
    </message>
    <message>
        <source>Kept as it is, until an input changes once more.</source>
        <translation>維持原樣，直到輸入再次變更。</translation>
    </message>
    <message>
        <source>Out of date: something that it was made from has a newer version.</source>
        <translation>已過時：它所依據的內容有更新的版本。</translation>
    </message>
    <message>
        <source>Out of date: it rests on “{title}”, version {old}; in its place is version {new} now.</source>
        <translation>已過時：它依據「{title}」版本 {old}，現在已是版本 {new}。</translation>
    </message>
    <message>
        <source>Out of date: it rests on “{title}”, version {old}; its step ran again and made “{other}”.</source>
        <translation>已過時：它依據「{title}」版本 {old}；該步驟已再次執行並產生「{other}」。</translation>
    </message>
    <message>
        <source>{count} more inputs have changed.</source>
        <translation>另有 {count} 項輸入已變更。</translation>
    </message>
    <message>
        <source>It is lined up to run again.</source>
        <translation>已排定再次執行。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Starting the engine…</source>
        <translation>正在啟動引擎…</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新啟動</translation>
    </message>
    <message>
        <source>Start the engine again</source>
        <translation>重新啟動引擎</translation>
    </message>
</context>
<context>
    <name>StepActions</name>
    <message>
        <source>It begins a new conversation, run {0}. Earlier runs and their works stay as they are.</source>
        <translation>會開始新的對話，即第 {0} 次執行。先前的執行與成果維持原樣。</translation>
    </message>
    <message>
        <source>Run step {0} again</source>
        <translation>再次執行步驟 {0}</translation>
    </message>
    <message>
        <source>Go on from this document: keep what is good, and finish what is open.</source>
        <translation>請從這份文件接著做：保留好的部分，並完成未完的部分。</translation>
    </message>
    <message>
        <source>A new conversation that goes on from version {0}. Remove the reference to begin without it.</source>
        <translation>從版本 {0} 接續的新對話。移除參照即可不帶它開始。</translation>
    </message>
    <message>
        <source>Start from “{0}”, version {1}</source>
        <translation>從「{0}」版本 {1} 開始</translation>
    </message>
    <message>
        <source>There is only one version of a work in this step: there is nothing to compare.</source>
        <translation>這個步驟的成果只有一個版本：沒有可以比較的對象。</translation>
    </message>
    <message>
        <source>Continue step {0} in a new conversation</source>
        <translation>在新的對話中繼續步驟 {0}</translation>
    </message>
    <message>
        <source>The step&apos;s task and its newest work go along; the talk so far stays behind. Change what you like.</source>
        <translation>會帶上步驟的任務與最新的成果；目前為止的談話則不帶上。可隨意修改。</translation>
    </message>
</context>
<context>
    <name>StepCard</name>
    <message>
        <source>More for this step</source>
        <translation>這個步驟的更多動作</translation>
    </message>
    <message>
        <source>Open (Enter)</source>
        <translation>開啟（Enter）</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>新步驟</translation>
    </message>
    <message>
        <source>Nothing to do yet: open it and say what.</source>
        <translation>還沒有要做的事：打開它並寫下要做什麼。</translation>
    </message>
    <message>
        <source>has a problem</source>
        <translation>有問題</translation>
    </message>
    <message>
        <source>Step {number}: {title} {state}</source>
        <translation>步驟 {number}：{title} {state}</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>關閉（Esc）</translation>
    </message>
    <message>
        <source>Team: {members}</source>
        <translation>團隊：{members}</translation>
    </message>
    <message>
        <source>Input: {name}</source>
        <translation>輸入：{name}</translation>
    </message>
    <message>
        <source>stops before it starts</source>
        <translation>開始前會停下</translation>
    </message>
    <message>
        <source>You can edit the prompt before it starts</source>
        <translation>開始前你可以編輯提示詞</translation>
    </message>
    <message>
        <source>changed in run {0}</source>
        <translation>第 {0} 次執行時修改</translation>
    </message>
    <message>
        <source>no inputs</source>
        <translation>無輸入</translation>
    </message>
</context>
<context>
    <name>StepForm</name>
    <message>
        <source>What to do</source>
        <translation>要做什麼</translation>
    </message>
    <message>
        <source>Say in full what is to be done and what the result should look like</source>
        <translation>完整說明要做什麼，以及結果應該是什麼樣子</translation>
    </message>
    <message>
        <source>Stop before it starts, so that I can edit the prompt</source>
        <translation>開始前先停下，讓我編輯提示詞</translation>
    </message>
    <message>
        <source>Dry run: no tool is run, a model makes up what they would give</source>
        <translation>試跑：不執行任何工具，由模型編造工具的結果</translation>
    </message>
    <message>
        <source>Give it an id of its own</source>
        <translation>給它一個自己的識別碼</translation>
    </message>
    <message>
        <source>Split at the cursor</source>
        <translation>在游標處分割</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>新步驟</translation>
    </message>
    <message>
        <source>Id, by which other steps name this one</source>
        <translation>識別碼，供其他步驟引用</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>Make two steps: what stands before the cursor, and what follows it</source>
        <translation>分成兩個步驟：游標之前的，與游標之後的</translation>
    </message>
    <message>
        <source>Put the cursor inside of the text, between what the two steps should do</source>
        <translation>把游標放在文字中間，兩個步驟各自要做的事之間</translation>
    </message>
</context>
<context>
    <name>StepHeader</name>
    <message>
        <source>Runs of this step</source>
        <translation>這個步驟的各次執行</translation>
    </message>
    <message>
        <source>Runs of this step: each one is a conversation of its own</source>
        <translation>這個步驟的各次執行：每次都是獨立的對話</translation>
    </message>
    <message>
        <source>Show the conversation</source>
        <translation>顯示對話</translation>
    </message>
    <message>
        <source>Find in this conversation (Ctrl+F)</source>
        <translation>在這個對話中尋找（Ctrl+F）</translation>
    </message>
    <message>
        <source>Run this step again…</source>
        <translation>再次執行這個步驟…</translation>
    </message>
    <message>
        <source>More for this step</source>
        <translation>這個步驟的更多動作</translation>
    </message>
    <message>
        <source>Models: {0}</source>
        <translation>模型：{0}</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次執行…</translation>
    </message>
    <message>
        <source>Continue in a new conversation…</source>
        <translation>在新的對話中繼續…</translation>
    </message>
    <message>
        <source>Compare works of two runs…</source>
        <translation>比較兩次執行的成果…</translation>
    </message>
    <message>
        <source>Cost and budgets of this step…</source>
        <translation>這個步驟的費用與預算…</translation>
    </message>
    <message>
        <source>Cost and budgets of this conversation…</source>
        <translation>這個對話的費用與預算…</translation>
    </message>
    <message>
        <source>Run {0}  ·  {1}  ·  {2}</source>
        <translation>第 {0} 次執行  ·  {1}  ·  {2}</translation>
    </message>
    <message>
        <source>Prepared {0}</source>
        <translation>備妥於 {0}</translation>
    </message>
    <message>
        <source>Team {0}–{1}</source>
        <translation>團隊 {0}–{1}</translation>
    </message>
    <message>
        <source>Works {0}</source>
        <translation>成果 {0}</translation>
    </message>
    <message>
        <source>Show the plan</source>
        <translation>顯示計畫</translation>
    </message>
</context>
<context>
    <name>StepKind</name>
    <message>
        <source>Assistant and you</source>
        <translation>助理與你</translation>
    </message>
    <message>
        <source>Assistants deliver a work; you ask for changes until you approve it, and only then the next step starts.</source>
        <translation>助理交出成果；你可以一直要求修改，直到你核准，下一個步驟才會開始。</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助理</translation>
    </message>
    <message>
        <source>Assistants work by themselves; the next step starts as soon as they have delivered.</source>
        <translation>助理自行工作；一交出成果，下一個步驟就開始。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>You hand in a file or a text of your own; no model runs.</source>
        <translation>你交出自己的檔案或文字；不使用模型。</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函式</translation>
    </message>
    <message>
        <source>One function runs with fixed arguments, without a model, and its result is the work.</source>
        <translation>以固定的引數執行一個函式，不使用模型，結果就是成果。</translation>
    </message>
    <message>
        <source>This kind of step is not known here.</source>
        <translation>這裡不認得這種步驟。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>新步驟</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Duplicate	Ctrl+D</source>
        <translation>複製一份	Ctrl+D</translation>
    </message>
    <message>
        <source>Move up	Alt+Up</source>
        <translation>上移	Alt+Up</translation>
    </message>
    <message>
        <source>Move down	Alt+Down</source>
        <translation>下移	Alt+Down</translation>
    </message>
    <message>
        <source>Add a step after it</source>
        <translation>在其後加一個步驟</translation>
    </message>
    <message>
        <source>Delete	Del</source>
        <translation>刪除	Del</translation>
    </message>
</context>
<context>
    <name>StepPane</name>
    <message>
        <source>The prompt, as it would be sent now</source>
        <translation>提示詞，照現在會送出的樣子</translation>
    </message>
</context>
<context>
    <name>StepRail</name>
    <message>
        <source>Out of date</source>
        <translation>已過時</translation>
    </message>
    <message>
        <source>changed in run {0}</source>
        <translation>第 {0} 次執行時修改</translation>
    </message>
    <message>
        <source>planner, you</source>
        <translation>規劃器、你</translation>
    </message>
    <message>
        <source>Step {0}: {1}
{2}, {3}</source>
        <translation>步驟 {0}：{1}
{2}，{3}</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>1 work</source>
        <translation>1 份成果</translation>
    </message>
    <message>
        <source>{0} works</source>
        <translation>{0} 份成果</translation>
    </message>
</context>
<context>
    <name>SystemFold</name>
    <message>
        <source>from the plan</source>
        <translation>來自計畫</translation>
    </message>
    <message>
        <source>added by {0}</source>
        <translation>由{0}加入</translation>
    </message>
    <message>
        <source>System prompt of {0}, {1}</source>
        <translation>{0} 的系統提示詞，{1}</translation>
    </message>
</context>
<context>
    <name>TableDiffModel</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>變更</translation>
    </message>
</context>
<context>
    <name>TableDiffView</name>
    <message>
        <source>Changes of the table</source>
        <translation>表格的變更</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>所有列</translation>
    </message>
    <message>
        <source>Previous change (Shift+F8)</source>
        <translation>上一處變更（Shift+F8）</translation>
    </message>
    <message>
        <source>Next change (F8)</source>
        <translation>下一處變更（F8）</translation>
    </message>
    <message>
        <source>Rows: {changed} changed, {added} added, {removed} removed. Columns added or removed: {columns}.</source>
        <translation>列：變更 {changed}、新增 {added}、移除 {removed}。新增或移除的欄：{columns}。</translation>
    </message>
</context>
<context>
    <name>TaskCommands</name>
    <message>
        <source>Renamed to “{0}”.</source>
        <translation>已重新命名為「{0}」。</translation>
    </message>
    <message>
        <source>“{0}” was deleted. Its folder stays as it is.</source>
        <translation>「{0}」已刪除。它的資料夾維持原樣。</translation>
    </message>
    <message>
        <source>Remove project</source>
        <translation>移除專案</translation>
    </message>
    <message>
        <source>Remove “{0}” from the list?</source>
        <translation>要從清單移除「{0}」嗎？</translation>
    </message>
    <message>
        <source>The folder {0} stays as it is, with all works, conversations and their history. To have the project back, open the folder again. What was sent to models, word for word, is not in it.</source>
        <translation>資料夾 {0} 會連同所有成果、對話與歷史維持原樣。再次開啟資料夾即可恢復專案；但逐字送給模型的內容不在其中。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Where is the folder of “{0}” now? Nothing is moved or copied.</source>
        <translation>「{0}」的資料夾現在在哪裡？不會移動或複製任何東西。</translation>
    </message>
    <message>
        <source>“{0}” is looked for in {1} from now on.</source>
        <translation>之後會在 {1} 尋找「{0}」。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回覆</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Stop after this message</source>
        <translation>在這則訊息之後停止</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立刻停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>建立分支…</translation>
    </message>
    <message>
        <source>Run again as a new task</source>
        <translation>以新任務再次執行</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>New task here</source>
        <translation>在此新增任務</translation>
    </message>
    <message>
        <source>The folder is elsewhere now…</source>
        <translation>資料夾現在在別的地方…</translation>
    </message>
    <message>
        <source>Remove from list…</source>
        <translation>從清單移除…</translation>
    </message>
</context>
<context>
    <name>TaskHeader</name>
    <message>
        <source>Open the task&apos;s folder</source>
        <translation>開啟任務的資料夾</translation>
    </message>
    <message>
        <source>Works and files (Ctrl+Alt+B)</source>
        <translation>成果與檔案（Ctrl+Alt+B）</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 個 token</translation>
    </message>
    <message>
        <source>{0} tokens read, {1} written, by all steps</source>
        <translation>所有步驟共讀取 {0}、寫出 {1} 個 token</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>步驟 {0}/{1}：{2}</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>Cost and budgets…</source>
        <translation>費用與預算…</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>建立分支…</translation>
    </message>
    <message>
        <source>Tree of branches…</source>
        <translation>分支樹…</translation>
    </message>
    <message>
        <source>Run again as a new task</source>
        <translation>以新任務再次執行</translation>
    </message>
    <message>
        <source>Stop the task</source>
        <translation>停止任務</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Renamed to “{0}”.</source>
        <translation>已重新命名為「{0}」。</translation>
    </message>
</context>
<context>
    <name>TaskNode</name>
    <message>
        <source>A task that was deleted</source>
        <translation>已刪除的任務</translation>
    </message>
    <message>
        <source>run again</source>
        <translation>再次執行</translation>
    </message>
    <message>
        <source>from step {0}</source>
        <translation>來自步驟 {0}</translation>
    </message>
    <message>
        <source>from its planning</source>
        <translation>來自規劃階段</translation>
    </message>
    <message>
        <source>{0}, message {1}</source>
        <translation>{0}，訊息 {1}</translation>
    </message>
</context>
<context>
    <name>TeamForm</name>
    <message>
        <source>One after the other</source>
        <translation>輪流發言</translation>
    </message>
    <message>
        <source>A model chooses who speaks next</source>
        <translation>由模型決定下一個發言者</translation>
    </message>
    <message>
        <source>Who speaks when</source>
        <translation>發言順序</translation>
    </message>
    <message>
        <source>I sit in and can answer in the conversation</source>
        <translation>我參與其中，可以在對話裡回覆</translation>
    </message>
    <message>
        <source>Add an assistant</source>
        <translation>加入助理</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>團隊</translation>
    </message>
</context>
<context>
    <name>TextBar</name>
    <message>
        <source>Formatted</source>
        <translation>排版</translation>
    </message>
    <message>
        <source>Show it formatted (Alt+T)</source>
        <translation>以排版後的樣子顯示（Alt+T）</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Show it as it is written, with line numbers and comments (Alt+T)</source>
        <translation>照原文顯示，附行號與意見（Alt+T）</translation>
    </message>
    <message>
        <source>Comment on the selected passage (Ctrl+Alt+M)</source>
        <translation>對選取的段落加入意見（Ctrl+Alt+M）</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>Change the text here (Ctrl+E)</source>
        <translation>在此修改文字（Ctrl+E）</translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>結束編輯</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Copy all</source>
        <translation>全部複製</translation>
    </message>
</context>
<context>
    <name>TextMessage</name>
    <message>
        <source>Read: {0}</source>
        <translation>讀取：{0}</translation>
    </message>
    <message>
        <source>Show the message itself ({0})</source>
        <translation>顯示訊息本身（{0}）</translation>
    </message>
    <message>
        <source>Show all ({0})</source>
        <translation>顯示全部（{0}）</translation>
    </message>
    <message>
        <source>{0}, version {1} ({2})</source>
        <translation>{0}，版本 {1}（{2}）</translation>
    </message>
    <message>
        <source>Added by the assistant&apos;s middleware, not by a model.</source>
        <translation>由助理的中介層加入，不是模型所寫。</translation>
    </message>
    <message>
        <source>Given again from the kept answers: no model was asked.</source>
        <translation>沿用先前保存的回答：沒有詢問模型。</translation>
    </message>
    <message>
        <source>Stopped here: this message is not complete.</source>
        <translation>在此停止：這則訊息並不完整。</translation>
    </message>
    <message>
        <source>Cut by the length limit; it goes on in the next message.</source>
        <translation>因長度限制而截斷；下一則訊息會接續。</translation>
    </message>
</context>
<context>
    <name>Theme</name>
    <message>
        <source>Planning</source>
        <translation>規劃中</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排隊中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>執行中</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等待你處理</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中斷</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>出錯</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
</context>
<context>
    <name>ThoughtFold</name>
    <message>
        <source>Thought: {0}</source>
        <translation>思考：{0}</translation>
    </message>
</context>
<context>
    <name>TitleField</name>
    <message>
        <source>Title of the task</source>
        <translation>任務的標題</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
</context>
<context>
    <name>TodoFold</name>
    <message>
        <source>To do of {0}: {1} of {2} done</source>
        <translation>{0} 的待辦：已完成 {1}／{2}</translation>
    </message>
    <message>
        <source>to do</source>
        <translation>待辦</translation>
    </message>
    <message>
        <source>in hand</source>
        <translation>進行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>ToolCallFold</name>
    <message>
        <source>refused by you, not run</source>
        <translation>你已拒絕，沒有執行</translation>
    </message>
    <message>
        <source>failed: {0}</source>
        <translation>失敗：{0}</translation>
    </message>
    <message>
        <source>, made up: the tool was not run</source>
        <translation>，編造的：工具並未執行</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>執行中…</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引數</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>出錯</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>（無）</translation>
    </message>
</context>
<context>
    <name>TreeDialog</name>
    <message>
        <source>Tree of branches</source>
        <translation>分支樹</translation>
    </message>
    <message>
        <source>Nothing was branched from this task yet. A branch is made at any message, or with “Branch…”.</source>
        <translation>還沒有從這個任務建立分支。可以在任何訊息處，或用「建立分支…」建立。</translation>
    </message>
    <message>
        <source>Each line leads from a task to one that was branched from it. Enter opens a task.</source>
        <translation>每條線從一個任務通往由它分支出的任務。按 Enter 開啟任務。</translation>
    </message>
</context>
<context>
    <name>TroubleBar</name>
    <message>
        <source>Run again…</source>
        <translation>再次執行…</translation>
    </message>
    <message>
        <source>Begin this step again in a new conversation</source>
        <translation>在新的對話中重新開始這個步驟</translation>
    </message>
    <message>
        <source>Enter its key…</source>
        <translation>輸入它的金鑰…</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>改用其他模型…</translation>
    </message>
    <message>
        <source>Go on from here, and choose the models of this run</source>
        <translation>從這裡繼續，並選擇這次執行的模型</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Goes on from what is stored; finished tool calls are not done again</source>
        <translation>從已保存的內容繼續；已完成的工具呼叫不會重做</translation>
    </message>
    <message>
        <source>It failed after message {0}. Everything up to there is kept.</source>
        <translation>在訊息 {0} 之後失敗。到那裡為止的內容都已保留。</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>失敗了。</translation>
    </message>
    <message>
        <source>Interrupted. It can go on from message {0}.</source>
        <translation>已中斷。可以從訊息 {0} 繼續。</translation>
    </message>
    <message>
        <source>Interrupted.</source>
        <translation>已中斷。</translation>
    </message>
    <message>
        <source>Paused after message {0}.</source>
        <translation>已在訊息 {0} 之後暫停。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暫停。</translation>
    </message>
</context>
<context>
    <name>Undoing</name>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>已復原：{0}</translation>
    </message>
</context>
<context>
    <name>VerbDialog</name>
    <message>
        <source>{0} (Ctrl+Enter)</source>
        <translation>{0}（Ctrl+Enter）</translation>
    </message>
</context>
<context>
    <name>VersionBar</name>
    <message>
        <source>Older version (Alt+Left)</source>
        <translation>較舊的版本（Alt+←）</translation>
    </message>
    <message>
        <source>Newer version (Alt+Right)</source>
        <translation>較新的版本（Alt+→）</translation>
    </message>
    <message>
        <source>Show all versions</source>
        <translation>顯示所有版本</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>變更</translation>
    </message>
    <message>
        <source>Show what changed (Alt+C)</source>
        <translation>顯示變更（Alt+C）</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比較對象</translation>
    </message>
    <message>
        <source>Version {number} of {count}</source>
        <translation>版本 {number}／共 {count}</translation>
    </message>
    <message>
        <source>There is only one version</source>
        <translation>只有一個版本</translation>
    </message>
    <message>
        <source>Compared with version {number}</source>
        <translation>與版本 {number} 比較</translation>
    </message>
</context>
<context>
    <name>VersionList</name>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation>還原這個版本</translation>
    </message>
    <message>
        <source>Saves its text as a new version; nothing is lost</source>
        <translation>把它的文字存成新版本；什麼都不會遺失</translation>
    </message>
    <message>
        <source>Start from this version…</source>
        <translation>從這個版本開始…</translation>
    </message>
    <message>
        <source>Runs the step again in a new conversation that goes on from it; you edit the prompt first</source>
        <translation>在新的對話中從它接續，再次執行這個步驟；你會先編輯提示詞</translation>
    </message>
    <message>
        <source>This is the newest version</source>
        <translation>這是最新的版本</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>版本 {number}</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已核准</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Welcome to Workspace</source>
        <translation>歡迎使用 Workspace</translation>
    </message>
    <message>
        <source>Say what you want done. It becomes a plan of small steps that you can change.</source>
        <translation>說出你想完成的事。它會變成由小步驟組成的計畫，你可以修改。</translation>
    </message>
    <message>
        <source>Assistants work step by step. You review each result, ask for changes, or take over.</source>
        <translation>助理一步一步地工作。你審閱每個結果、要求修改，或自己接手。</translation>
    </message>
    <message>
        <source>Everything is kept in your own folder, with its history. Nothing is ever lost.</source>
        <translation>一切都連同歷史保存在你自己的資料夾裡，什麼都不會遺失。</translation>
    </message>
    <message>
        <source>Try the sample project</source>
        <translation>試試範例專案</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新任務</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>新增模型</translation>
    </message>
    <message>
        <source>The sample runs offline with the Practice model, which is not an AI: it needs no account and no key.</source>
        <translation>範例以練習模型離線執行；它不是 AI，不需要帳號，也不需要金鑰。</translation>
    </message>
</context>
<context>
    <name>WorkCard</name>
    <message>
        <source>Work: {0}</source>
        <translation>成果：{0}</translation>
    </message>
    <message>
        <source>Version {0} by {1}</source>
        <translation>版本 {0}，作者 {1}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
</context>
<context>
    <name>WorkDecision</name>
    <message>
        <source>What should be different</source>
        <translation>哪裡要不同</translation>
    </message>
    <message>
        <source>What should be different?</source>
        <translation>哪裡要不同？</translation>
    </message>
    <message>
        <source>Send back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Send this back (Ctrl+Enter)</source>
        <translation>退回這份（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Back (Escape)</source>
        <translation>返回（Esc）</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>核准</translation>
    </message>
    <message>
        <source>Approve the step&apos;s works (Ctrl+Enter)</source>
        <translation>核准這個步驟的成果（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Send back…</source>
        <translation>退回…</translation>
    </message>
    <message>
        <source>Say what should be different (Ctrl+Shift+Backspace)</source>
        <translation>說明哪裡要不同（Ctrl+Shift+Backspace）</translation>
    </message>
    <message>
        <source>Hand in…</source>
        <translation>交出…</translation>
    </message>
    <message>
        <source>A file or a text of yours becomes the step&apos;s work</source>
        <translation>你自己的檔案或文字會成為這個步驟的成果</translation>
    </message>
    <message>
        <source>Say what should be different: the text is empty.</source>
        <translation>請說明哪裡要不同：文字是空的。</translation>
    </message>
    <message>
        <source>Write or change it here…</source>
        <translation>在此撰寫或修改…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>選擇檔案…</translation>
    </message>
    <message>
        <source>Hand in a file</source>
        <translation>交出檔案</translation>
    </message>
</context>
<context>
    <name>WorkEditor</name>
    <message>
        <source>Text of the work, to be changed</source>
        <translation>成果的文字，可供修改</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Save as a new version of yours (Ctrl+S)</source>
        <translation>存成你的新版本（Ctrl+S）</translation>
    </message>
    <message>
        <source>Hand in as result</source>
        <translation>交出作為結果</translation>
    </message>
    <message>
        <source>Save it, and complete the step with it; no model runs, and every version is kept</source>
        <translation>儲存並以它完成這個步驟；不使用模型，每個版本都會保留</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>捨棄修改</translation>
    </message>
    <message>
        <source>Go back to the saved text. This cannot be undone.</source>
        <translation>回到已儲存的文字。無法復原。</translation>
    </message>
    <message>
        <source>Version {newest} came while you changed version {base}. Saving makes your text version {next}; nothing is lost.</source>
        <translation>你修改版本 {base} 時，版本 {newest} 送達了。儲存後你的文字會成為版本 {next}；什麼都不會遺失。</translation>
    </message>
    <message>
        <source>Not saved yet. Saving makes it version {next}, by you.</source>
        <translation>尚未儲存。儲存後會成為版本 {next}，作者是你。</translation>
    </message>
    <message>
        <source>You are changing version {base}.</source>
        <translation>你正在修改版本 {base}。</translation>
    </message>
    <message>
        <source>There is no text to hand in yet.</source>
        <translation>還沒有可以交出的文字。</translation>
    </message>
</context>
<context>
    <name>WorkList</name>
    <message>
        <source>Works of this step</source>
        <translation>這個步驟的成果</translation>
    </message>
</context>
<context>
    <name>WorkPicker</name>
    <message>
        <source>Choose a work</source>
        <translation>選擇成果</translation>
    </message>
    <message>
        <source>Project, task or title</source>
        <translation>專案、任務或標題</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>篩選</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>成果</translation>
    </message>
</context>
<context>
    <name>WorkPreview</name>
    <message>
        <source>Text of the work</source>
        <translation>成果的文字</translation>
    </message>
    <message>
        <source>{type}, {size}. It cannot be shown here.</source>
        <translation>{type}，{size}。無法在這裡顯示。</translation>
    </message>
    <message>
        <source>The text is long: this is the first {part} of {whole}. Open it in its program to see all.</source>
        <translation>文字很長：這是 {whole} 中的前 {part}。請用對應的程式開啟以查看全部。</translation>
    </message>
    <message>
        <source>The text is long, so it is shown as it is written, without formatting.</source>
        <translation>文字很長，因此照原文顯示，不套用格式。</translation>
    </message>
    <message>
        <source>The image cannot be shown: {reason}</source>
        <translation>圖片無法顯示：{reason}</translation>
    </message>
    <message>
        <source>Open with its program</source>
        <translation>用對應的程式開啟</translation>
    </message>
</context>
<context>
    <name>WorkText</name>
    <message>
        <source>Select the passage that you want to comment on, then press Comment (Ctrl+Alt+M).</source>
        <translation>請選取要提出意見的段落，再按「加入意見」（Ctrl+Alt+M）。</translation>
    </message>
    <message>
        <source>This is the text as it is written: select the passage here, then press Comment (Ctrl+Alt+M).</source>
        <translation>這是原文：請在這裡選取段落，再按「加入意見」（Ctrl+Alt+M）。</translation>
    </message>
    <message>
        <source>The passage of this comment is not in this version.</source>
        <translation>這則意見的段落不在這個版本中。</translation>
    </message>
    <message>
        <source>Your unsaved text is kept, and is in no version yet: press Edit to go on with it.</source>
        <translation>你未儲存的文字已保留，但還不在任何版本中：按「編輯」即可接著修改。</translation>
    </message>
</context>
<context>
    <name>WorkView</name>
    <message>
        <source>Open in its program</source>
        <translation>用對應的程式開啟</translation>
    </message>
    <message>
        <source>Where it came from, and what was made from it</source>
        <translation>它的來源，以及由它產生的內容</translation>
    </message>
    <message>
        <source>More for this work</source>
        <translation>這份成果的更多動作</translation>
    </message>
    <message>
        <source>Version {number} is the newest again, as a new version.</source>
        <translation>版本 {number} 以新版本的形式再次成為最新。</translation>
    </message>
    <message>
        <source>Your own change of the file was kept; the restored text lies beside it: {path}</source>
        <translation>你自己對檔案的修改已保留；還原的文字放在旁邊：{path}</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>在資料夾中顯示</translation>
    </message>
    <message>
        <source>Copy its path</source>
        <translation>複製路徑</translation>
    </message>
    <message>
        <source>Letters of one width in the source</source>
        <translation>原文使用等寬字型</translation>
    </message>
    <message>
        <source>The path is on the clipboard.</source>
        <translation>路徑已在剪貼簿上。</translation>
    </message>
</context>
<context>
    <name>WorkWords</name>
    <message>
        <source>Version {number}</source>
        <translation>版本 {number}</translation>
    </message>
    <message>
        <source>The file is large: it is in the folder only, and its earlier states are not kept.</source>
        <translation>檔案很大：只存在資料夾中，不保留先前的狀態。</translation>
    </message>
    <message>
        <source>Not in the history</source>
        <translation>不在歷史中</translation>
    </message>
    <message>
        <source>It is stored, and is being written into the folder&apos;s history.</source>
        <translation>已保存，正在寫入資料夾的歷史。</translation>
    </message>
    <message>
        <source>Not in the folder yet</source>
        <translation>尚未寫入資料夾</translation>
    </message>
    <message>
        <source>Being saved</source>
        <translation>儲存中</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已核准</translation>
    </message>
    <message>
        <source>You approved this version.</source>
        <translation>你已核准這個版本。</translation>
    </message>
    <message>
        <source>Approved is version {number}</source>
        <translation>已核准的是版本 {number}</translation>
    </message>
    <message>
        <source>Later steps read the approved version.</source>
        <translation>後面的步驟會讀取已核准的版本。</translation>
    </message>
    <message>
        <source>Out of date</source>
        <translation>已過時</translation>
    </message>
    <message>
        <source>It was made from an input that has a newer approved version.</source>
        <translation>它所依據的輸入已有更新的核准版本。</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>由你編輯</translation>
    </message>
    <message>
        <source>This version is your own.</source>
        <translation>這個版本是你自己的。</translation>
    </message>
</context>
<context>
    <name>WorksPanel</name>
    <message>
        <source>Works, context and files</source>
        <translation>成果、背景資料與檔案</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>成果</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>背景資料</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Works ({count})</source>
        <translation>成果（{count}）</translation>
    </message>
    <message>
        <source>Context ({count})</source>
        <translation>背景資料（{count}）</translation>
    </message>
</context>
<context>
    <name>WorksTab</name>
    <message>
        <source>No works yet. The step&apos;s documents appear here as soon as they are handed in.</source>
        <translation>還沒有成果。這個步驟的文件一交出，就會顯示在這裡。</translation>
    </message>
    <message>
        <source>Approving approves all {count} works of this step.</source>
        <translation>核准會一併核准這個步驟的全部 {count} 份成果。</translation>
    </message>
    <message>
        <source>You are looking at version {shown}; approving approves version {newest}.</source>
        <translation>你正在看版本 {shown}；核准的會是版本 {newest}。</translation>
    </message>
    <message>
        <source>Approving does not send your comments.</source>
        <translation>核准不會送出你的意見。</translation>
    </message>
    <message>
        <source>This work cannot be edited here. Open it in its program, or hand in a file.</source>
        <translation>這份成果無法在這裡編輯。請用對應的程式開啟，或交出檔案。</translation>
    </message>
</context>
<context>
    <name>_Entry</name>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Show it in its task</source>
        <translation>在任務中顯示</translation>
    </message>
</context>
<context>
    <name>_Field</name>
    <message>
        <source>{name} (optional)</source>
        <translation>{name}（可不填）</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>每行一項</translation>
    </message>
</context>
<context>
    <name>_FileRow</name>
    <message>
        <source>Open {name}</source>
        <translation>開啟 {name}</translation>
    </message>
    <message>
        <source>Remove {name} from the context; the file you added it from stays</source>
        <translation>從背景資料移除 {name}；你原來的檔案會保留</translation>
    </message>
    <message>
        <source>The file is not there any more</source>
        <translation>檔案已經不在了</translation>
    </message>
    <message>
        <source>its whole text goes into the prompts</source>
        <translation>全文會放進提示詞</translation>
    </message>
</context>
<context>
    <name>_ForTool</name>
    <message>
        <source>Name of the tool</source>
        <translation>工具的名稱</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>先問我</translation>
    </message>
    <message>
        <source>How…</source>
        <translation>如何詢問…</translation>
    </message>
</context>
<context>
    <name>phrases</name>
    <message>
        <source>{0} B</source>
        <translation>{0} B</translation>
    </message>
    <message>
        <source>{0} kB</source>
        <translation>{0} kB</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分鐘</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小時 {1} 分</translation>
    </message>
</context>
<context>
    <name>speakers</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示詞</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>assistant</source>
        <translation>助理</translation>
    </message>
    <message>
        <source>planner</source>
        <translation>規劃器</translation>
    </message>
</context>
</TS>
