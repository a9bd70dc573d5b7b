-- Drop the oldest lines from the audit log, one batch at a time, and remember the hash of the last line dropped.
-- Called by  adapters/redis/audit-log.ts trim()
-- KEYS[1]    the lines, see keys.auditLines()
-- KEYS[2]    first and last position, see keys.auditEnds()
-- ARGV[1]    lines older than this time, in milliseconds since the epoch, are dropped
-- ARGV[2]    number of lines to check
-- Returns    'more' | 'done'
-- Why Lua    the lines and the hash before the first line must change together, or the chain would look truncated
local lines = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[2])
local dropped = 0
for i, line in ipairs(lines) do
  if tonumber(line[2][2]) >= tonumber(ARGV[1]) then break end
  dropped = i
end
if dropped == 0 then return 'done' end
local seq = string.match(lines[dropped][1], '^%d+')
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[2], '')
redis.call('HSET', KEYS[2], 'before', string.format('%.0f', seq + 1) .. ' ' .. lines[dropped][2][6])
redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', seq + 1))
return dropped == #lines and 'more' or 'done'
