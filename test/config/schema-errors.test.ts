/** Settings are evaluated by their schemas as another implementation of JSON Schema does it. */
import { Ajv } from 'ajv'
import { type SchemaError, schemaErrors } from '../../lib/config/data/schema-errors.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../lib/config/schema/deployment-schema.json' with { type: 'json' }
import { type SettingSchema, settingsOf } from '../../lib/config/schema/setting-schema.ts'
import { USER_LINE } from '../../lib/domain/transfer/user-line.ts'

const SCHEMAS: readonly (readonly [string, SettingSchema])[] = [
  ['service', CONFIGURATION_SCHEMA],
  ['process', DEPLOYMENT_SCHEMA],
  ['user in a file', USER_LINE],
]
const LISTS = [[], [''], ['x', 'y', 'x'], [1], [{}], [{ a: 1 }, { a: 2 }], Array.from({ length: 600 }, String)]
const WRONG = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e12,
  Number.NaN,
  '',
  ' ',
  'x',
  'ü',
  '😀'.repeat(20),
  'x'.repeat(3_000),
]
const OBJECTS = [{}, { nonsense: 1 }, JSON.parse('{"__proto__":1,"constructor":2,"toString":{}}'), { a: {} }]

const options = { allowUnionTypes: true, allErrors: true, useDefaults: true, ownProperties: true } as const
const ajv = () => new Ajv({ ...options, strict: true }).addVocabulary(['absent', 'expected', 'hint', 'unit', 'env'])

const place = ({ keyword, steps, key }: SchemaError): string =>
  `/${[...steps, keyword === 'required' || keyword === 'additionalProperties' ? key : ''].join('/')}`

describe.each(SCHEMAS)('the schema of a %s', (_, root) => {
  const settings = settingsOf(root)
  const alone = (it: SettingSchema): SettingSchema => ({ ...root, required: ['it'], properties: { it } })

  it.each(settings.map(({ path, schema }) => [path, schema] as const))('%s', (_path, schema) => {
    const validate = ajv().compile(alone(schema))
    const [good] = schema.examples ?? []
    const nested = Object.keys(schema.properties ?? {}).flatMap((key) =>
      [...WRONG, [], {}].map((value) => ({ ...(good as object), [key]: value })),
    )
    const entries = schema.items === undefined ? [] : [...WRONG, ...OBJECTS].map((entry) => [entry])
    for (const it of [good, ...WRONG, ...LISTS, ...OBJECTS, ...nested, ...entries]) {
      const [mine, other] = [structuredClone({ it }), structuredClone({ it })]
      const found = new Set(schemaErrors(alone(schema), mine).map(place))
      validate(other)
      const expected = (validate.errors ?? []).map(
        ({ instancePath, params }) => `${instancePath}/${params.missingProperty ?? params.additionalProperty ?? ''}`,
      )
      expect([it, [...found].toSorted()]).toEqual([it, [...new Set(expected)].toSorted()])
      expect(mine).toEqual(other)
    }
  })

  it('needs the required keys, and accepts no other ones', () => {
    const keys = (data: object) => new Set(schemaErrors(root, data).map(({ key }) => key))
    expect(keys({})).toEqual(new Set(root.required))
    expect(keys({ nonsense: 1 })).toEqual(new Set([...(root.required ?? []), 'nonsense']))
  })
})

it('finds a repeated entry, whatever the order of its keys', () => {
  const schema = { type: 'array', uniqueItems: true, items: { type: 'object' } } as const
  const [found] = schemaErrors(schema, [{ a: 1, b: [2] }, { a: 1 }, { b: [2], a: 1 }])
  expect(found).toMatchObject({ keyword: 'uniqueItems', key: '2', original: 0 })
})
