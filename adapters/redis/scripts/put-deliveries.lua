-- Put deliveries into the outbox; ids that exist stay as they are.
-- Called by  adapters/redis/delivery-store.ts put()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    when each may be tried, see keys.due()
-- KEYS[3]    when each was made, see keys.ledger()
-- ARGV[1..]  id, state, due time, text, time of making, by turns
-- Returns    'put'
-- Why Lua    a delivery without its due time would never be sent
-- A write that needs no room comes first: then Redis lets the rest of the script have some, though none is left.
redis.call('HDEL', KEYS[1], '')
for i = 1, #ARGV, 5 do
  local id, state, due, text, made = unpack(ARGV, i, i + 4)
  if redis.call('HSETNX', KEYS[1], id, state .. ' ' .. due .. ' ' .. text) == 1 then
    redis.call('ZADD', KEYS[2], due, id)
    redis.call('ZADD', KEYS[3], made, id)
  end
end
return 'put'
