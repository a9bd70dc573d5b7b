import { isMarkedAsBackground, isNavigation } from '../../policies/background-request.ts'

it.each([
  ['a link', 'navigate', undefined, 'text/html,*/*;q=0.8', true],
  ['a link, by a browser that accepts anything', 'navigate', undefined, '*/*', true],
  ['a link in a web view of Android', 'navigate', 'com.example.app', 'text/html', true],
  ['a frame', 'navigate', undefined, undefined, true],
  ['fetch that asks for HTML', 'cors', undefined, 'text/html', false],
  ['an image', 'no-cors', undefined, 'image/*', false],
  ['a WebSocket', 'websocket', undefined, undefined, false],
  ['fetch on the same origin', 'same-origin', undefined, '*/*', false],
  ['an old browser', undefined, undefined, 'text/html', true],
  ['jQuery', undefined, 'XMLHttpRequest', 'text/html, */*', false],
  ['an old web view of Android', undefined, 'com.example.app', 'text/html', true],
  ['a client that accepts anything', undefined, undefined, '*/*', false],
  ['a client without Accept', undefined, undefined, undefined, false],
  ['a client for JSON', undefined, undefined, 'application/json', false],
])('%s', (_, mode, requestedWith, accept, navigates) =>
  expect(isNavigation({ mode, requestedWith, accept })).toBe(navigates),
)

it.each([
  ['navigate', 'none', false],
  [undefined, undefined, false],
  ['cors', undefined, false],
  ['cors', 'cross-site', true],
])('Sec-Fetch-Mode %s, Sec-Fetch-Site %s is marked as background: %s', (mode, site, marked) =>
  expect(isMarkedAsBackground(mode, site)).toBe(marked),
)
