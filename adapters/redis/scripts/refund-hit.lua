-- Take back one hit without changing the window.
-- Called by  adapters/redis/rate-counter.ts refund()
-- KEYS[1]    the counter, see keys.rate()
-- Returns    'refunded' | 'nothing'
-- Why Lua    a window that ends between the read and the write would leave a negative counter that never expires
if tonumber(redis.call('GET', KEYS[1]) or 0) < 1 then return 'nothing' end
redis.call('DECR', KEYS[1])
return 'refunded'
