/** Preloaded (`--import`), hides `node:sqlite` and `argon2`, as in an older Node, from programs and the linker. */
import { registerHooks } from 'node:module'

Object.defineProperty(process.versions, 'node', { value: '20.19.0' })

const names = Object.keys(process.getBuiltinModule('node:crypto')).filter((name) => !name.startsWith('argon2'))
const crypto =
  "const crypto = process.getBuiltinModule('node:crypto'); export default crypto; " +
  `export const { ${names.join(', ')} } = crypto`

registerHooks({
  resolve(name, context, next) {
    if (name === 'node:sqlite') throw new Error(`No such built-in module: ${name}`)
    const isOurs = context.parentURL?.includes('/dist/') === true
    return isOurs && name === 'node:crypto'
      ? { url: `data:text/javascript,${encodeURIComponent(crypto)}`, shortCircuit: true }
      : next(name, context)
  },
})
