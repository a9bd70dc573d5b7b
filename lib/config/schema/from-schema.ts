import type { SettingSchema, Settings, SettingType } from './setting-schema.ts'

/** `written`: by a host, who may leave out all that is not required. `checked`: accepted, with the defaults filled in. */
type Form = 'written' | 'checked'

/** The type of the values that a schema takes (`written`), or of what becomes of them (`checked`). */
export type FromSchema<Schema extends SettingSchema, As extends Form> = Schema extends {
  readonly enum: readonly (infer Word)[]
}
  ? Word
  : Exclude<Values<Schema, As>[Names<Schema['type']>], Forbidden<Schema>>

type Names<Type extends SettingSchema['type']> = Type extends readonly SettingType[] ? Type[number] : Type

type Forbidden<Schema> = Schema extends { readonly not: { readonly const: infer Value } } ? Value : never

interface Values<Schema, As extends Form> {
  readonly string: string
  readonly integer: number
  readonly boolean: boolean
  readonly array: Schema extends { readonly items: infer Items extends SettingSchema }
    ? readonly FromSchema<Items, As>[]
    : never
  readonly object: Schema extends { readonly properties: infer Members extends Settings }
    ? ObjectOf<Members, Demanded<Schema> | (As extends 'checked' ? Defaulted<Members> : never), As>
    : Schema extends { readonly additionalProperties: infer Named extends SettingSchema }
      ? Readonly<Record<string, FromSchema<Named, As>>>
      : never
}

type Demanded<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never

type Defaulted<Members> = {
  [Key in keyof Members]: Members[Key] extends { readonly default: unknown } ? Key : never
}[keyof Members]

/** @typeParam Present the keys that are there for certain */
type ObjectOf<Members extends Settings, Present, As extends Form> = {
  readonly [Key in keyof Members as Extract<Key, Present>]: FromSchema<Members[Key], As>
} & {
  readonly [Key in keyof Members as Exclude<Key, Present>]?:
    | FromSchema<Members[Key], As>
    | (As extends 'written' ? undefined : never)
} extends infer Both
  ? // One object type, so that a compiler error names keys and not an intersection.
    { [Key in keyof Both]: Both[Key] }
  : never
