/** Editors show an option's comment: in the package's types, each has an example and, if optional, its default. */
import { globSync, readFileSync } from 'node:fs'

const types = globSync('dist/package/*.d.ts').map((path) => readFileSync(path, 'utf8'))

const OPTIONS = [
  'AccessRules',
  'AccessTokenOptions',
  'AccountInput',
  'ClientInput',
  'ClientOptions',
  'ConfigurationInput',
  'Dependencies',
  'DirectoryAttributes',
  'DirectoryQuestion',
  'EmailFilesOptions',
  'EmbeddedOptions',
  'ExternalSigner',
  'GroupSettings',
  'GuardRequirements',
  'Failure',
  'HostPages',
  'IdpOptions',
  'LayoutOptions',
  'LdapDirectorySettings',
  'ListenOptions',
  'PorticoOptions',
  'PostgresStorageOptions',
  'RedisStorageOptions',
  'ReplicaWait',
  'RootSecretRequest',
  'SecurityLogOptions',
  'ServeOptions',
  'SignInOptions',
  'SmtpMailerOptions',
]

/** From its name to its closing brace. */
function declarationOf(name: string): string {
  const [declaration = ''] = types.flatMap(
    (text) => new RegExp(`^(?:export )?(?:declare )?(?:interface|type) ${name}\\b[^]*?^\\}`, 'm').exec(text)?.[0] ?? [],
  )
  return declaration
}

/** The names of its keys, each with its comment. */
const optionsOf = (declaration: string) =>
  [...declaration.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?^ +(?:readonly )?(\w+)(\?)?[:(]/gm)].map(
    ([, comment = '', name = '', optional]) => ({ name, comment, isRequired: optional === undefined }),
  )

it.each(OPTIONS)('%s shows default and example of each option', (name) => {
  const options = optionsOf(declarationOf(name))
  expect(options.length).toBeGreaterThan(0)
  const lacking = options.filter(
    ({ comment, isRequired }) => !(isRequired || / @default \S/.test(comment)) || !/ @example \S/.test(comment),
  )
  expect(lacking.map((option) => option.name)).toEqual([])
})

it('they are what createPortico, the adapters and the server take', () => {
  const named = types.flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:declare )?interface (\w+(?:Options|Settings)) /gm)].map(([, name = '']) => name),
  )
  // These are return types.
  const returned = ['ClientSettings', 'ProcessSettings']
  expect(named.filter((name) => ![...OPTIONS, ...returned].includes(name))).toEqual([])
})
