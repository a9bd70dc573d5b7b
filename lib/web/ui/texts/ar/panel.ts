/** Arabic texts of the shell that the administration panel and the portal share. */
import type { panelTexts as source } from '../en/panel.ts'

export const panelTexts: typeof source = {
  machines: { 'command line': 'سطر الأوامر', configuration: 'الإعدادات', service: 'الخدمة' },
  sections: 'الأقسام',
  accountMenu: 'حسابك',
  signOut: 'تسجيل الخروج',
  search: 'بحث',
  searchHint: 'عميل أو مستخدم أو رقم طلب أو sid أو jti',
  previous: 'السابق',
  next: 'التالي',
  pages: 'الصفحات',
  range: ({ from, to, total }) => `من ${from} إلى ${to} من أصل ${total}`,
  sortBy: ({ column }) => `ترتيب حسب ${column}`,
  noMatch: ({ what, query }) => `لا توجد ${what} تطابق «${query}».`,
  clearFilters: 'إزالة عوامل التصفية',
  typeToConfirm: ({ word }) => `اكتب ${word} للتأكيد`,
  typedWrong: ({ word }) => `اكتب ${word} كما هو معروض تمامًا`,
  keep: 'إلغاء',
  asTable: 'العرض في جدول',
  never: 'أبدًا',
  none: 'لا شيء',
}
