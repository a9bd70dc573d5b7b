// Joins the files of the service as a process of its own (`portico-sso/serve`): one file for all that a start loads, and one for each part
// that is loaded when it is needed. Node takes half a millisecond for every file, and a start would read six hundred. The packages that
// it depends on stay what npm has installed; nothing is renamed or shortened, so that a stack says where it was.
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'dist/serve'

/** A file finds its neighbours (scripts, styles) where they are: in its own folder, not in that of the joined files. */
const ownPlace = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const pathTo = (place) => JSON.stringify(relative(resolve(FOLDER), place).replaceAll('\\', '/'))
      const text = await readFile(path, 'utf8')
      const contents = text
        .replaceAll('import.meta.url', `new URL(${pathTo(path)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/\${${pathTo(dirname(path))}}\``)
      return { contents, loader: 'js' }
    })
  },
}

export const buildServer = () =>
  build({
    entryPoints: { index: 'dist/lib/serve/index.js' },
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    logLevel: 'warning',
    plugins: [ownPlace],
  })
