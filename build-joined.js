// Joins the files of the package: all that a start loads lies in a few of them, and each part that is loaded when it is needed in one. Node
// takes half a millisecond for every file, and a start would read six hundred. The entries of the package share what they have in common,
// so that an error of one is known to the others. Packages that it depends on stay what npm has installed; nothing is renamed or shortened,
// so that a stack says where it was.
import { readFile } from 'node:fs/promises'
import { basename, dirname, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'dist/joined'

/** The entries that package.json names, and the files that they are made of: those of their types. */
const entriesOf = ({ exports }) =>
  Object.fromEntries(
    Object.values(exports)
      .filter(({ types }) => types !== undefined)
      .map(({ types, default: joined }) => [basename(joined, '.js'), types.replace(/\.d\.ts$/, '.js')]),
  )

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

export async function joinFiles() {
  await build({
    entryPoints: entriesOf(JSON.parse(await readFile('package.json', 'utf8'))),
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
}
