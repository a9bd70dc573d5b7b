/** Arabic texts of the shell that the administration panel and the portal share. */
import type { panelTexts as source } from '../en/panel.ts'

const plural = new Intl.PluralRules('ar')
const RESULTS: Record<Intl.LDMLPluralRule, (count: number) => string> = {
  zero: () => 'لا توجد نتائج',
  one: () => 'نتيجة واحدة',
  two: () => 'نتيجتان',
  few: (count) => `${count} نتائج`,
  many: (count) => `${count} نتيجة`,
  other: (count) => `${count} نتيجة`,
}

export const panelTexts: typeof source = {
  machines: { 'command line': 'سطر الأوامر', configuration: 'الإعدادات', service: 'الخدمة' },
  menu: 'القائمة',
  sections: 'الأقسام',
  accountMenu: 'حسابك',
  signOut: 'تسجيل الخروج',
  search: 'بحث',
  searchHint: 'عميل أو مستخدم أو رقم طلب أو sid أو jti',
  previous: 'السابق',
  next: 'التالي',
  pages: 'الصفحات',
  results: ({ count }) => RESULTS[plural.select(count)](count),
  range: ({ from, to, total }) => `من ${from} إلى ${to} من أصل ${total}`,
  sortBy: ({ column }) => `ترتيب حسب ${column}`,
  noMatch: ({ what, query }) => `لا توجد ${what} تطابق «${query}».`,
  clearFilters: 'إزالة عوامل التصفية',
  typeToConfirm: ({ word }) => `اكتب ${word} للتأكيد`,
  typedWrong: ({ word }) => `اكتب ${word} كما هو معروض تمامًا`,
  keep: 'إلغاء',
  asTable: 'العرض في جدول',
  total: 'المجموع',
  never: 'أبدًا',
  none: 'لا شيء',
}
