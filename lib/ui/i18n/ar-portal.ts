/** Arabic texts of the user portal. */
import type { portalTexts as source } from './en-portal.ts'

const plural = new Intl.PluralRules('ar')
const DEVICES: Record<Intl.LDMLPluralRule, (count: number) => string> = {
  zero: () => 'لا أجهزة أخرى', one: () => 'جهاز آخر واحد', two: () => 'جهازين آخرين',
  few: (count) => `${count} أجهزة أخرى`, many: (count) => `${count} جهازًا آخر`, other: (count) => `${count} جهاز آخر`,
}
const devices = (count: number): string => DEVICES[plural.select(count)](count)

export const portalTexts: typeof source = {
  label: 'حسابك',
  sections: { home: 'الرئيسية', profile: 'الملف الشخصي', password: 'كلمة المرور', devices: 'الأجهزة', apps: 'التطبيقات المتصلة', activity: 'النشاط الأخير' },
  home: {
    title: 'الرئيسية',
    lead: ({ name }) => `سجّلت الدخول باسم ${name}`,
    apps: 'تطبيقاتك',
    open: ({ app }) => `فتح ${app}`,
    empty: 'لا توجد تطبيقات بعد',
    emptyHint: 'تظهر التطبيقات هنا عند إعدادها لك.',
  },
  profile: {
    title: 'الملف الشخصي',
    lead: 'ما يمكن للتطبيقات معرفته عنك عندما تسمح بذلك.',
    managed: 'تدير مؤسستك هذه البيانات.',
    name: 'الاسم', given: 'الاسم الأول', family: 'اسم العائلة', username: 'اسم المستخدم', email: 'البريد الإلكتروني', language: 'اللغة', zone: 'المنطقة الزمنية', subject: 'معرّف الحساب',
    verified: 'مؤكَّد', unverified: 'غير مؤكَّد', roles: 'الأدوار', none: 'لا شيء',
  },
  password: {
    title: 'كلمة المرور',
    current: 'كلمة المرور الحالية',
    chosen: 'كلمة المرور الجديدة',
    hint: ({ length }) => `${length} حرفًا على الأقل. الأطول أفضل، ولا حاجة إلى رموز خاصة.`,
    repeat: 'كلمة المرور الجديدة مرة أخرى',
    others: 'تسجيل الخروج من أجهزتي الأخرى',
    save: 'تغيير كلمة المرور',
    changed: ({ others }) => (others === 0 ? 'تم تغيير كلمة المرور.' : `تم تغيير كلمة المرور، وتم تسجيل الخروج من ${devices(others)}.`),
    faults: {
      current_missing: 'أدخل كلمة المرور الحالية', current_wrong: 'كلمة المرور الحالية غير صحيحة', missing: 'أدخل كلمة مرور جديدة',
      too_short: 'كلمة المرور الجديدة قصيرة جدًا', too_long: 'كلمة المرور الجديدة طويلة جدًا', is_username: 'كلمة المرور الجديدة هي اسمك',
      repeat_differs: 'كلمتا المرور الجديدتان مختلفتان', is_old: 'كلمة المرور الجديدة هي القديمة', throttled: 'محاولات كثيرة. أعد المحاولة بعد بضع دقائق',
    },
  },
  devices: {
    title: 'الأجهزة',
    lead: 'الأماكن التي سجّلت الدخول منها.',
    current: 'هذا الجهاز',
    signedIn: 'تسجيل الدخول',
    seen: 'آخر ظهور',
    from: 'من',
    apps: 'التطبيقات المستخدمة',
    noApps: 'لا شيء',
    unknown: 'متصفح غير معروف',
    on: ({ browser, system }) => `${browser} على ${system}`,
    signOut: 'تسجيل الخروج',
    signOutOf: ({ device }) => `تسجيل الخروج من ${device}`,
    others: 'تسجيل الخروج من كل الأجهزة الأخرى',
    all: 'تسجيل الخروج من كل مكان',
    allHint: 'ينهي كل الجلسات، ومنها هذه، وكل تطبيق يبقى مسجّلًا للدخول.',
    ended: 'تم تسجيل الخروج من الجهاز.',
    gone: 'سبق تسجيل الخروج من هذا الجهاز.',
    othersEnded: ({ count }) => `تم تسجيل الخروج من ${devices(count)}.`,
  },
  apps: {
    title: 'التطبيقات المتصلة',
    lead: 'التطبيقات التي سمحت لها باستخدام حسابك.',
    scopes: 'ما يمكنه رؤيته',
    since: 'سُمح له',
    last: 'آخر سماح',
    offline: 'يبقى مسجّلًا للدخول',
    remove: 'إزالة الوصول',
    removeFrom: ({ app }) => `إزالة وصول ${app}`,
    removeHint: ({ app }) => `إذا أزلت الوصول، سيحتاج ${app} إلى السؤال مرة أخرى، وتتوقف رموزه عن العمل فورًا.`,
    removed: ({ app }) => `لم يعد لدى ${app} وصول، وتوقفت رموزه عن العمل.`,
    gone: 'لم يكن لهذا التطبيق وصول.',
    empty: 'لا توجد تطبيقات متصلة',
    emptyHint: 'تظهر التطبيقات هنا عندما تسمح لها باستخدام حسابك.',
  },
  activity: {
    title: 'النشاط الأخير',
    lead: 'ما حدث في حسابك مؤخرًا.',
    caption: 'النشاط الأخير',
    when: 'متى', what: 'ماذا', app: 'التطبيق', from: 'من',
    empty: 'لا شيء بعد',
    unfamiliar: 'هل ترى شيئًا لم تفعله؟',
    unfamiliarHint: 'غيّر كلمة المرور وسجّل الخروج من كل مكان.',
    ok: 'تم', refused: 'مرفوض',
  },
}
