-- Add deliveries to the outbox; deliveries with existing ids stay unchanged.
-- Called by  adapters/redis/delivery-store.ts put()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    due time of each delivery, see keys.due()
-- KEYS[3]    creation time of each delivery, see keys.ledger()
-- ARGV[1..]  id, state, due time, text, and creation time of each delivery
-- Returns    'put'
-- Why Lua    a delivery without a due time would never be sent
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
for i = 1, #ARGV, 5 do
  local id, state, due, text, made = unpack(ARGV, i, i + 4)
  if redis.call('HSETNX', KEYS[1], id, state .. ' ' .. due .. ' ' .. text) == 1 then
    redis.call('ZADD', KEYS[2], due, id)
    redis.call('ZADD', KEYS[3], made, id)
  end
end
return 'put'
