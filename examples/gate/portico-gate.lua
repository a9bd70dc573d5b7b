-- For haproxy.cfg: asks the gate about a request, and passes on the user. HAProxy 2.5 and newer, built with Lua.
--   http-request lua.portico-gate ADDRESS NAMES
-- ADDRESS: the gate's URL with the app; NAMES: the gate's headers, separated by commas.
-- Afterwards txn.portico_pass is true if the request may pass.

-- CGI, WSGI and PHP read Remote.User and remote_user as Remote-User.
local function as_read(name)
  return (name:lower():gsub("[^a-z0-9]", "_"))
end

-- Portico's cookies never reach the app.
local function without_own(cookies)
  local kept = {}
  for cookie in cookies:gmatch("[^;]+") do
    cookie = cookie:gsub("^%s+", "")
    local name = cookie:lower():gsub("^__host%-", ""):gsub("^__secure%-", "")
    if not name:find("^sso[-_]") then kept[#kept + 1] = cookie end
  end
  return table.concat(kept, "; ")
end

local function joined(values, separator)
  local all = {}
  for index = 0, #(values or {}) do
    if values and values[index] then all[#all + 1] = values[index] end
  end
  return table.concat(all, separator)
end

core.register_action("portico-gate", { "http-req" }, function(txn, address, names)
  local http = txn.http
  local headers = http:req_get_headers()
  local is_gate = {}
  for name in names:gmatch("[^,]+") do is_gate[as_read(name)] = true end
  for name in pairs(headers) do
    if is_gate[as_read(name)] then http:req_del_header(name) end
  end
  -- The next server would remove the headers that Connection names: only the upgrade to a WebSocket stays.
  local connection = joined(headers["connection"], ","):lower():gsub("%s", "")
  http:req_del_header("connection")
  if ("," .. connection .. ","):find(",upgrade,", 1, true) then http:req_set_header("connection", "upgrade") end

  local cookies = joined(headers["cookie"], "; ")
  local answer = core.httpclient():get({
    url = address,
    headers = {
      ["cookie"] = { cookies },
      ["x-forwarded-host"] = { joined(headers["host"], ",") },
      ["x-forwarded-uri"] = { txn.f:pathq() },
      ["x-forwarded-for"] = { txn.f:src() },
    },
  })
  for name in names:gmatch("[^,]+") do
    http:req_set_header(name, joined(answer.headers and answer.headers[name:lower()], ","))
  end
  http:req_del_header("cookie")
  local kept = without_own(cookies)
  -- A refusal is requested again, with Portico's cookies.
  local passes = answer.status == 200
  if not passes then kept = cookies end
  if kept ~= "" then http:req_set_header("cookie", kept) end
  txn:set_var("txn.portico_pass", passes)
end, 2)
