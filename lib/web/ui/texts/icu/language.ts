/** How a language writes numbers and chooses among forms; texts are made with it, those of the build and those of a host. */
export type Language = ReturnType<typeof languageOf>

/** @param locale a language tag; one that the platform does not know counts as English does */
export function languageOf(locale: string) {
  const [format, rules] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)]
  return {
    number: (value: number): string => format.format(value),
    /** The form for exactly this number (`=0`), else the one of the language's rules, else `other`. */
    plural: (value: number, forms: Readonly<Record<string, string>>): string =>
      forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other ?? '',
    select: (value: string, forms: Readonly<Record<string, string>>): string =>
      (Object.hasOwn(forms, value) ? forms[value] : forms.other) ?? '',
  }
}
