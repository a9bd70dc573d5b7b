/** Arabic texts about how a client is used: its overview, its sessions, what an operation affects, and testing a user. */
import type { clientUseTexts as source } from '../en/client-use.ts'
import { counter } from '../format/count.ts'

// The number stands beside every form, so that nobody has to infer it.
const users = counter('ar', {
  zero: '# مستخدم',
  one: 'مستخدم واحد (#)',
  two: 'مستخدمان (#)',
  few: '# مستخدمين',
  many: '# مستخدمًا',
  other: '# مستخدم',
})
const sessions = counter('ar', {
  zero: '# جلسة',
  one: 'جلسة واحدة (#)',
  two: 'جلستان (#)',
  few: '# جلسات',
  many: '# جلسة',
  other: '# جلسة',
})
const active = counter('ar', {
  one: 'جلسة نشطة واحدة (#)',
  two: 'جلستان نشطتان (#)',
  few: '# جلسات نشطة',
  other: '# جلسة نشطة',
})
const times = counter('ar', { one: 'مرة واحدة (#)', two: 'مرتان (#)', few: '# مرات', other: '# مرة' })

export const clientUseTexts: typeof source = {
  tab: 'نظرة عامة',
  overview: {
    signIns: 'عمليات تسجيل الدخول يوميًا',
    signInsHint: ({ count }) => `تسجيل الدخول المكتمل في آخر 30 يومًا: ${times(count)}.`,
    day: 'اليوم',
    count: 'عمليات تسجيل الدخول',
    noneTitle: 'لم يسجّل أحد الدخول في آخر 30 يومًا',
    noneText: 'تظهر هنا حالما يستبدل التطبيق أول رمز له.',
    use: 'الاستخدام',
    lastSignIn: 'آخر تسجيل دخول',
    lastRefresh: 'آخر تجديد',
    secretUsed: 'آخر استخدام للسر',
    now: 'المسجّلون الآن',
    owner: 'المالك',
    endpoints: 'نقاط الخدمة',
    endpointsLead: 'يكفي التطبيقَ عنوانُ المُصدِر، ويقرأ بقية العناوين من مستند الاستكشاف.',
    issuer: 'المُصدِر',
    discovery: 'مستند الاستكشاف',
    authorize: 'التفويض',
    token: 'الرموز',
    userinfo: 'بيانات المستخدم',
    logout: 'تسجيل الخروج',
    registerSession: 'تسجيل الجلسة',
    checklist: 'الربط',
    checklistLead: 'تُعلَّم كل خطوة حين ترى الخدمة حدوثها.',
    done: 'تمت',
    open: 'لم تُرَ بعد',
    seen: ({ when }) => `آخر مرة ${when}`,
    steps: {
      authorizedAt: 'يرسل المستخدمين إلى هنا لتسجيل الدخول',
      signedInAt: 'يستبدل الرمز برموز الوصول',
      userinfoAt: 'يقرأ بيانات المستخدم',
      sessionRegisteredAt: 'يسجّل الجلسات ليُبلَّغ بتسجيل الخروج',
    },
    hints: {
      authorizedAt: 'افتح التطبيق وسجّل الدخول. تجد أي طلب مرفوض في النشاط مع سببه.',
      signedInAt: 'يرسل عنوان العودة في التطبيق الرمزَ مع قيمة التحقق إلى نقطة الرموز.',
      userinfoAt: 'اختياري: إن احتاج التطبيق إلى أكثر مما في رمز الهوية.',
      logoutMissing: 'اختياري: حدّد أولًا عنوان الخروج عبر القناة الخلفية في الإعدادات.',
      logoutSet: 'عنوان الخروج محدد، فيُبلَّغ التطبيق وإن لم يسجّل الجلسة.',
    },
    refused: 'الطلبات المرفوضة',
  },
  reach: {
    now: (p) => `${users(p.people)}، ${sessions(p.sessions)}`,
    atLeast: (p) => `على الأقل: ${users(p.people)}، ${sessions(p.sessions)}`,
    signIns: ({ count }) =>
      `عدد مرات تسجيل الدخول فيه في آخر 30 يومًا: ${times(count)}. كل ما بقي من رموزها يتوقف فورًا على كل الخوادم.`,
    howCounted: 'المعدود هو جلسات المتصفح. رموز التجديد التي بقيت بعد جلستها لا تُعَدّ، لكنها تتوقف كذلك.',
  },
  sessions: {
    title: 'الجلسات النشطة',
    lead: 'من هم مسجّلون في هذا العميل الآن حسب جلسة المتصفح، الأحدث أولًا.',
    first: ({ count }) => `المعروض أحدث ${count}.`,
    empty: 'لا أحد مسجّل الدخول فيه الآن.',
    caption: 'جلسات العميل النشطة',
    user: 'المستخدم',
    device: 'الجهاز',
    joined: 'بدأ استخدامه',
    seen: 'آخر ظهور',
    scopes: 'النطاقات الممنوحة',
  },
  holders: ({ count }) => `تحمله ${active(count)}`,
  stillHeld: ({ count, name }) =>
    `النطاق ${name} تحمله ${active(count)}: يُجاب التجديد بالخطأ invalid_scope ويجب أن يعيد التطبيق المستخدم إلى تسجيل الدخول.`,
  tester: {
    open: 'تجربة مستخدم',
    title: 'تجربة مستخدم',
    lead: 'ما سيحصل عليه التطبيق من بيانات مستخدم بكل النطاقات المسموح بها. لا يُسجَّل دخول أحد بهذا.',
    user: 'اسم المستخدم أو معرّفه',
    submit: 'عرض البيانات',
    missing: 'أدخل اسم مستخدم أو معرّفًا',
    unknown: 'لا يوجد مستخدم نشط بهذا الاسم أو المعرّف',
    allowedText: ({ name, client }) => `يمكن لـ${name} تسجيل الدخول إلى ${client}.`,
    refusedText: ({ name, client }) =>
      `لا يمكن لـ${name} تسجيل الدخول إلى ${client}: ترفضه قاعدة الوصول في التطبيق المضيف. البيانات أدناه هي ما كان سيُعطى.`,
    disabledText: ({ client }) => `${client} معطّل: لا يمكن لأحد تسجيل الدخول إليه الآن.`,
    userinfo: 'بيانات المستخدم',
    userinfoLead: 'كما سيقرؤها التطبيق الآن.',
    idToken: 'رمز الهوية',
    idTokenLead: 'القيم بين الأقواس المعقوفة تُنشأ عند تسجيل الدخول.',
    scopes: 'النطاقات',
  },
}
