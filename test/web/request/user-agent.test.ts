import { describeUserAgent } from '../../../lib/web/request/user-agent.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Version/60.5 Safari/605.1.15`, 'WebKitGTK', 'Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.4 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${WEBKIT} Version/18.4 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', 'Linux'],
])('%s', (header, browser, system) => {
  expect(describeUserAgent(header)).toEqual({ browser, system })
})
