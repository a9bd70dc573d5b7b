// Shows times relative to now and in the user's time zone.
const language = document.documentElement.lang || 'en'
const UNITS = [
  ['second', 1, 90],
  ['minute', 60, 5400],
  ['hour', 3600, 129600],
  ['day', 86400, 3888000],
  ['month', 2592000, 34560000],
  ['year', 31536000, Infinity],
]
const relative = (seconds) => {
  const [unit, size] = UNITS.find(([, , below]) => Math.abs(seconds) < below)
  const amount = seconds / size
  const rounded = amount > 0 ? Math.ceil(amount) : Math.round(amount)
  return new Intl.RelativeTimeFormat(language, { numeric: rounded === 0 ? 'auto' : 'always' }).format(rounded, unit)
}
const formatted = (at, options) => new Intl.DateTimeFormat(language, options).format(at)
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const moment = (at) => {
  const ago = Math.floor((Date.now() - at) / 1000)
  if (ago < 0) return relative(-ago)
  const [unit, size] = UNITS[ago < 60 ? 0 : ago < 3600 ? 1 : 2]
  const amount = ago < 60 ? 0 : Math.floor(ago / size)
  if (ago < 86400)
    return new Intl.RelativeTimeFormat(language, { numeric: amount === 0 ? 'auto' : 'always' }).format(-amount, unit)
  if (ago < 6 * 86400) return `${formatted(at, { weekday: 'short' })} ${formatted(at, CLOCK)}`
  const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }
  return formatted(at, { day: 'numeric', month: 'short', ...year })
}
all('[data-sso-time]', (time) => {
  const at = new Date(time.dateTime)
  const exact = formatted(at, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })
  const style = time.dataset.ssoTime
  time.title = exact
  time.textContent = style === 'exact' ? exact : style === 'clock' ? formatted(at, CLOCK) : moment(at)
})

// Computes waiting times from the clock, because browsers suspend timers in hidden tabs.
all('[data-sso-countdown]', (text) => {
  const end = Date.now() + text.dataset.ssoCountdown * 1000
  const timer = setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (left > 0) return void (text.textContent = relative(left))
    clearInterval(timer)
    const whole = text.closest('li, p') ?? text
    whole.textContent = text.dataset.done
  }, 1000)
})
