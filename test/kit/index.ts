/** `portico-sso/testing` as it is packed. */
export { NAME } from '../../lib/testing/index.ts'
