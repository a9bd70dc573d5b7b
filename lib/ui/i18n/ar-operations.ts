/** Arabic texts of the panel's pages for operators. */
import type { operationsTexts as source } from './en-operations.ts'

const number = new Intl.NumberFormat('ar')
const secondsFormat = new Intl.NumberFormat('ar', { style: 'unit', unit: 'second', unitDisplay: 'long' })
const inSeconds = (n: number): string => secondsFormat.format(n)

export const operationsTexts: typeof source = {
  overview: {
    title: 'نظرة عامة',
    signIns: 'عمليات الدخول اليوم', people: 'المسجّلون الآن', tokenErrors: 'أخطاء الرموز اليوم',
    failedDeliveries: 'إشعارات خروج فاشلة خلال 24 ساعة',
    more: ({ difference }) => (difference === 0 ? 'كعدد الأمس' : difference > 0 ? `أكثر من الأمس بمقدار ${difference}` : `أقل من الأمس بمقدار ${-difference}`),
    perDay: 'عمليات الدخول يوميًا', perDayHint: ({ days }) => `عمليات الدخول في آخر ${days} يومًا وما رُفض منها.`,
    succeeded: 'تم الدخول', refused: 'مرفوض', day: 'اليوم',
    byCode: 'الأخطاء حسب الرمز', byCodeHint: ({ days }) => `أخطاء آخر ${days} أيام حسب الرمز.`, code: 'الرمز', number: 'العدد',
    topClients: 'أكثر العملاء استخدامًا', client: 'العميل', empty: 'لا عمليات دخول بعد', emptyHint: 'أنشئ أول عميل وسجّل الدخول إليه.', create: 'إنشاء عميل',
  },
  attention: {
    title: 'يحتاج إلى انتباه', none: 'لا شيء يحتاج إلى انتباه.', further: 'متابعة البحث',
    looked: ({ count, total }) => `فُحص ${number.format(count)} من ${number.format(total)} من العملاء حتى الآن.`,
    places: { 'key-overdue': 'مفاتيح التوقيع', 'store-forgets': 'المخزن' },
    reasons: {
      'http-for-long': 'قيد التطوير منذ أكثر من 90 يومًا وله عنوان يستخدم http.',
      'secret-unused': 'لم يُستخدم سره منذ إنشائه قبل أكثر من أسبوع.',
      'secret-old': 'عمر سره أكثر من سنة. بدّله.',
      'deliveries-fail': 'فشل أكثر من خمسة إشعارات خروج في آخر 24 ساعة.',
      'key-overdue': 'يوقّع المفتاح الحالي منذ وقت أطول مما ينبغي: لا يحدث التدوير.',
      'store-forgets': 'المخزن في الذاكرة: يضيع كل شيء عند انتهاء العملية.',
    },
  },
  clock: {
    title: 'الساعة', inStep: 'مطابقة لساعة المخزن', differs: 'تختلف عن ساعة المخزن',
    ahead: ({ seconds, tolerance }) =>
      `ساعة هذه العقدة متقدمة على ساعة المخزن بمقدار ${inSeconds(seconds)}. إذا زاد الفرق على ${inSeconds(tolerance)} عدّت العقد الأخرى الرموز التي أصدرتها هذه العقدة للتو غير فعّالة.`,
    behind: ({ seconds, tolerance }) =>
      `ساعة هذه العقدة متأخرة عن ساعة المخزن بمقدار ${inSeconds(seconds)}. إذا زاد الفرق على ${inSeconds(tolerance)} عدّت هذه العقدة الرموز التي أصدرتها العقد الأخرى للتو غير فعّالة.`,
  },
  activity: {
    title: 'النشاط', lead: 'كل دخول ورفض وإجراء إداري. القيود متسلسلة، فأي تعديل أو نقص فيها يُكتشف.',
    caption: 'النشاط', when: 'متى', what: 'ماذا', who: 'من', client: 'العميل', user: 'المستخدم', from: 'العنوان', result: 'النتيجة', request: 'الطلب',
    group: 'النوع', anyGroup: 'كل الأنواع', anyResult: 'كل النتائج', since: 'من يوم', until: 'إلى يوم', filter: 'تصفية', exportAll: 'تصدير بصيغة NDJSON',
    groups: { 'sign-in': 'عمليات الدخول', consent: 'الموافقات', code: 'الرموز المؤقتة', token: 'الرموز', request: 'الطلبات المرفوضة', logout: 'عمليات الخروج', client: 'العملاء', key: 'مفاتيح التوقيع', delivery: 'الإشعارات', account: 'الحسابات' },
    empty: 'لا نشاط بعد', emptyFiltered: 'لا شيء يطابق هذه المرشحات', chain: ({ entries }) => `السلسلة سليمة. عدد القيود: ${entries}.`,
    chainPart: ({ entries, of }) => `أحدث القيود (${number.format(entries)} من ${number.format(of)}) سليمة. الأمر "portico audit verify" يفحصها كلها.`,
    notYet: 'لا شيء بين أحدث القيود التي فُحصت. قد يطابق شيء في الأقدم.', older: 'البحث في الأقدم',
    broken: ({ seq }) => `السلسلة مكسورة عند القيد ${seq}. عُدّلت قيود أو أُزيلت من المخزن.`, verify: 'فحص السلسلة',
    sinceWrong: 'يجب أن يكون «من يوم» يومًا موجودًا، مكتوبًا مثل \u20662026-01-31\u2069',
    untilWrong: 'يجب أن يكون «إلى يوم» يومًا موجودًا، مكتوبًا مثل \u20662026-01-31\u2069',
  },
  entry: {
    title: ({ seq }) => `القيد ${seq}`, unknown: 'لا يوجد قيد كهذا', unknownHint: 'تُحفظ القيود مدة محدودة، والأقدم يُحذف أولًا.',
    facts: 'ما حدث', event: 'الحدث', when: 'متى', result: 'النتيجة', error: 'الخطأ', cause: 'السبب', detail: 'التفصيل', who: 'بواسطة', client: 'العميل', user: 'المستخدم', from: 'العنوان', request: 'معرّف الطلب', sid: 'الجلسة (sid)',
    related: 'ما يرتبط به', explanation: 'لماذا رُفض هذا الطلب', sameRequest: 'كل ما في هذا الطلب', sameSession: 'كل ما في هذه الجلسة', sameClient: 'كل ما يخص هذا العميل', sameUser: 'كل ما يخص هذا المستخدم',
    changes: 'ما تغيّر', field: 'الحقل', before: 'قبل', after: 'بعد',
    fields: { username: 'اسم المستخدم', roles: 'الأدوار', permissions: 'الصلاحيات', name: 'الاسم', given_name: 'الاسم الأول', family_name: 'اسم العائلة', email: 'البريد الإلكتروني', email_verified: 'إثبات البريد', locale: 'اللغة', zoneinfo: 'المنطقة الزمنية', second_factor: 'الخطوة الثانية', secretCreatedAt: 'إنشاء السر' },
    whole: 'القيد كاملًا', json: 'القيد بصيغة JSON',
    chain: 'موضعه في السلسلة', chainHint: 'البصمة هي SHA-256 للبصمة السابقة والموضع والوقت ونص القيد كما حُفظ.',
    hash: 'بصمة هذا القيد', previous: 'البصمة السابقة', previousEntry: ({ seq }) => `يسبقه القيد ${seq}`,
    first: 'لا شيء قبله: هذا أول القيود.', dropped: 'القيد الذي قبله كان أقدم من أن يُحفظ، وبقيت بصمته.', missing: 'القيد الذي قبله مفقود.',
    intact: 'البصمة مطابقة.', broken: 'البصمة غير مطابقة: عُدّل هذا القيد أو الذي قبله أو أُزيل من المخزن.',
  },
  explain: {
    title: ({ id }) => `الطلب ${id}`, unknown: 'لا يُعرف شيء عن هذا الطلب', unknownHint: 'تُحفظ الطلبات المرفوضة فقط، ولمدة سبعة أيام.',
    endpoint: 'نقطة الوصول', status: 'الحالة', error: 'الخطأ', cause: 'السبب', detail: 'التفصيل', from: 'العنوان', when: 'متى', client: 'العميل', user: 'المستخدم',
    steps: 'ما تم فحصه', difference: 'العنوانان', sent: 'المُرسَل', registered: 'المسجَّل', legend: 'الأحرف المعلَّمة مختلفة.', advice: 'ما العمل', related: 'نشاط هذا الطلب',
  },
  deliveries: {
    title: 'إشعارات الخروج', lead: 'إشعارات الخروج عبر القناة الخلفية، وتُحفظ كل محاولة.',
    caption: 'إشعارات الخروج', client: 'العميل', user: 'المستخدم', state: 'الحالة', tries: 'المحاولات', last: 'آخر رد', next: 'المحاولة التالية', created: 'أُنشئ', retry: 'إعادة المحاولة الآن', retryOf: ({ client }) => `إعادة المحاولة مع ${client} الآن`,
    states: { held: 'محجوز', due: 'قيد الإعادة', leased: 'في الطريق', delivered: 'وصل', failed: 'فشل', dropped: 'تُخطي' },
    empty: 'لم تُرسل إشعارات خروج بعد', emptyHint: 'تظهر هنا عند انتهاء جلسة فيها عميل له قناة خلفية.',
    retried: 'الإشعار في الطريق.', gone: 'لم يعد هذا الإشعار موجودًا.', noAnswer: 'لا رد',
    test: ({ client }) => `إرسال تجربة إلى ${client}`,
    testHint: 'يرسل رمز خروج واحدًا لجلسة لا وجود لها، ويبيّن كيف استقبله التطبيق.',
    tested: ({ client, answer }) => `استقبل ${client} التجربة: ${answer}.`,
    testFailed: ({ client, answer }) => `لم يستقبل ${client} التجربة: ${answer}.`,
    noChannel: ({ client }) => `ليس لدى ${client} عنوان خروج عبر القناة الخلفية.`, anyState: 'كل الحالات', filter: 'تصفية',
    emptyFiltered: 'لا إشعار يطابق هذه المرشحات', notYet: 'لا شيء بين الإشعارات التي فُحصت. قد يطابق شيء في الأقدم.',
    older: 'البحث في الأقدم', testBadge: 'تجربة',
    reasons: {
      'address not allowed': 'عنوان غير مسموح به', 'not an http address': 'ليس عنوان http', 'no signing key': 'لا مفتاح توقيع',
      timeout: 'انتهت المهلة', 'connection failed': 'فشل الاتصال', fault: 'عطل', 'the client was removed': 'أُزيل العميل',
      'the client is disabled': 'العميل معطّل',
      'the client has no back-channel address any more': 'لم يعد للعميل عنوان قناة خلفية',
    },
    took: ({ ms }) => `${number.format(ms)} م.ث`,
  },
  sessions: {
    title: 'الجلسات', lead: 'من سجّل الدخول وعلى أي جهاز.', find: 'البحث عن مستخدم', user: 'المستخدم', device: 'الجهاز',
    started: 'تسجيل الدخول', seen: 'آخر ظهور', apps: 'التطبيقات', caption: 'الجلسات',
    end: 'إنهاء الجلسة', endOf: ({ user }) => `إنهاء جلسة ${user} هذه`, endAll: 'تسجيل الخروج من كل مكان', ended: 'انتهت الجلسة.', allEnded: 'انتهت كل جلسات هذا المستخدم.', gone: 'سبق انتهاء الجلسة.', empty: 'لا أحد مسجّل للدخول', emptyFor: ({ user }) => `${user} غير مسجّل للدخول`,
    ask: {
      titles: {
        session: ({ user }) => `هل تريد إنهاء جلسة ${user} هذه؟`,
        everywhere: ({ user }) => `هل تريد تسجيل خروج ${user} من كل مكان؟`,
      },
      told: 'التطبيقات التي تُبلَّغ', untold: 'التطبيقات التي لا تُبلَّغ', none: 'لا شيء',
      effects: {
        session: [
          'يُسجَّل خروج الشخص في هذا المتصفح، وتتوقف رموز هذه الجلسة عن العمل فورًا.',
          'تبقى رموز التجديد ذات الوصول دون اتصال صالحة: التطبيقات التي تحمل أحدها تبقى مسجّلة الدخول.',
          'تبقى جلسات الشخص الأخرى.',
        ],
        everywhere: [
          'تنتهي كل جلسات الشخص على كل الأجهزة.',
          'تتوقف كل الرموز عن العمل فورًا، ومنها رموز التجديد ذات الوصول دون اتصال.',
          'يمكن للشخص تسجيل الدخول من جديد.',
        ],
      },
    },
  },
  keys: {
    title: 'مفاتيح التوقيع', lead: 'يوقّع المفتاح الحالي الرموز. يُنشر المفتاح التالي قبل أن يوقّع، ويبقى السابق حتى انتهاء آخر رمز وقّعه.',
    caption: 'مفاتيح التوقيع', kid: 'المفتاح', state: 'الحالة', published: 'نُشر', active: 'يوقّع منذ', retired: 'أُحيل', states: { next: 'التالي', current: 'الحالي', previous: 'السابق' },
    rotate: 'تدوير المفاتيح', confirm: 'تدوير مفاتيح التوقيع', effects: ['يصبح المفتاح التالي هو الحالي بمجرد نشره مدة كافية.', 'يبقى المفتاح الحالي منشورًا حتى انتهاء آخر رمز وقّعه.', 'لا يفشل التحقق من أي رمز.'], rotated: 'طُلب التدوير.', jwks: 'وثيقة JWKS',
  },
  settings: {
    title: 'الإعدادات', lead: 'الإعدادات السارية. تُغيَّر حيث كُتبت، لا هنا.', caption: 'الإعدادات', name: 'الإعداد', value: 'القيمة', source: 'المصدر', sources: { default: 'افتراضي', env: 'البيئة', file: 'ملف', code: 'الشيفرة' }, none: 'غير محدد',
    health: 'السلامة', store: 'المخزن', reachable: 'يستجيب', unreachable: 'لا يستجيب', key: 'مفتاح التوقيع', present: 'موجود', missing: 'مفقود',
  },
}
