/** Number format and plural rules of a language, for the texts of the build and of a host. */
export type Language = ReturnType<typeof languageOf>

/** @param locale a language tag; one that the platform does not support behaves like English */
export function languageOf(locale: string) {
  const [format, rules] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)]
  return {
    number: (value: number): string => format.format(value),
    /** The form for exactly this number (`=0`), or for the language's rule, or else `other`. */
    plural: (value: number, forms: Readonly<Record<string, string>>): string =>
      forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other ?? '',
    select: (value: string, forms: Readonly<Record<string, string>>): string =>
      (Object.hasOwn(forms, value) ? forms[value] : forms.other) ?? '',
  }
}
