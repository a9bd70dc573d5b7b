/** Arabic texts. Same keys as English; commands as verbal nouns on buttons, as imperatives in instructions. */

import type { Messages } from '../en/texts.ts'
import { counter } from '../format/count.ts'
import { relativeTime } from '../format/time.ts'
import { activityTexts } from './activity.ts'
import { adminTexts } from './admin.ts'
import { clientTexts } from './client.ts'
import { clientUseTexts } from './client-use.ts'
import { clientsTexts } from './clients.ts'
import { errorTexts } from './errors.ts'
import { factorTexts } from './factors.ts'
import { operationsTexts } from './operations.ts'
import { panelTexts } from './panel.ts'
import { portalTexts } from './portal.ts'
import { usersTexts } from './users.ts'

const apps = counter('ar', {
  zero: 'التطبيقات',
  one: 'تطبيق واحد',
  two: 'تطبيقين',
  few: '# تطبيقات',
  many: '# تطبيقًا',
  other: '# تطبيق',
})

export const ar: Messages = {
  common: {
    skip: 'الانتقال إلى المحتوى',
    language: 'اللغة',
    help: 'المساعدة',
    toDark: 'استخدام الألوان الداكنة',
    toLight: 'استخدام الألوان الفاتحة',
    errorTitle: ({ title }) => `خطأ: ${title}`,
    pageTitle: ({ title, product }) => `${title} · ${product}`,
    ownApps: {
      'sso-admin': ({ product }) => `إدارة ${product}`,
      'sso-portal': ({ product }) => `حساب ${product}`,
    },
    problem: 'توجد مشكلة',
    show: 'إظهار',
    hide: 'إخفاء',
    showPassword: 'إظهار كلمة المرور',
    hidePassword: 'إخفاء كلمة المرور',
    copy: 'نسخ',
    copied: 'تم النسخ',
    copyOf: ({ label }) => `نسخ ${label}`,
    development: 'قيد التطوير',
    developmentHint: 'هذا التطبيق ما زال قيد البناء.',
    tooManyTries: ({ when }) => `محاولات كثيرة جدًا. حاول مرة أخرى ${when}.`,
    tryAgain: ({ when }) => `حاول مرة أخرى ${when}.`,
    tryNow: 'يمكنك المحاولة مرة أخرى الآن.',
    wait: ({ seconds }) => relativeTime('ar', seconds),
    requestId: 'رقم الطلب',
    otherAccount: 'استخدام حساب آخر',
    backTo: ({ client }) => `العودة إلى ${client}`,
    toAccount: 'الانتقال إلى حسابي',
    signInAgain: 'تسجيل الدخول من جديد',
  },
  signIn: {
    title: ({ client }) => `تسجيل الدخول إلى ${client}`,
    lead: ({ product }) => `باستخدام حسابك في ${product}`,
    username: 'البريد الإلكتروني أو اسم المستخدم',
    password: 'كلمة المرور',
    remember: 'إبقائي مسجّل الدخول على هذا الجهاز',
    submit: 'تسجيل الدخول',
    cancel: 'إلغاء',
    forgot: 'هل نسيت كلمة المرور؟',
    wrong: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
    wrongOrTooMany: ({ minutes }) =>
      `البريد الإلكتروني أو كلمة المرور غير صحيحة. إن كنت متأكدًا منهما، فحاول مرة أخرى بعد ${minutes} دقيقة.`,
    usernameMissing: 'أدخل بريدك الإلكتروني أو اسم المستخدم',
    passwordMissing: 'أدخل كلمة المرور',
    unavailable: 'لم نتمكن من التحقق من كلمة المرور الآن. حاول مرة أخرى بعد دقيقة.',
    beginAgain: 'استغرق تسجيل الدخول هذا وقتًا طويلًا، أو تغيّرت كلمة مرورك أثناءه. سجّل الدخول من جديد.',
    confirmTitle: 'تأكيد هويتك',
    confirmLead: ({ client }) => `أدخل كلمة المرور للمتابعة إلى ${client}.`,
    notYou: 'ليس حسابك؟ استخدم حسابًا آخر',
    alreadyTitle: ({ name }) => `أنت مسجّل الدخول باسم ${name}`,
    alreadyLead: 'سجّلت الدخول في صفحة أخرى، ولا حاجة إلى إدخال شيء آخر.',
    goOn: ({ client }) => `المتابعة إلى ${client}`,
    expiring: 'انتهت صلاحية صفحة تسجيل الدخول. ارجع إلى التطبيق وسجّل الدخول من جديد.',
  },
  signInCancelled: {
    title: 'لم تسجّل الدخول',
    lead: 'غادرت تسجيل الدخول، ولم يتغيّر شيء.',
  },
  newPassword: {
    title: 'اختيار كلمة مرور جديدة',
    lead: ({ client }) => `يجب استبدال كلمة مرورك. اختر كلمة مرور جديدة للمتابعة إلى ${client}.`,
    password: 'كلمة المرور الجديدة',
    hint: '12 حرفًا على الأقل. من السهل تذكّر عدة كلمات متتالية.',
    repeat: 'تكرار كلمة المرور الجديدة',
    submit: 'حفظ ومتابعة',
    missing: 'أدخل كلمة مرور جديدة',
    tooShort: 'يجب ألا تقل كلمة المرور عن 12 حرفًا',
    tooLong: 'يجب ألا تزيد كلمة المرور على 1024 حرفًا',
    isUsername: 'يجب أن تختلف كلمة المرور عن اسم المستخدم والبريد الإلكتروني',
    repeatDiffers: 'كلمتا المرور غير متطابقتين',
    isOld: 'اختر كلمة مرور غير كلمة مرورك الحالية',
  },
  consent: {
    title: ({ client, product }) => `يطلب ${client} استخدام حسابك في ${product}`,
    will: ({ client }) => `سيتمكن ${client} من`,
    already: 'سبق السماح به',
    destination: ({ host }) => `ستنتقل إلى ${host}.`,
    owner: ({ domain }) => `الجهة المشغّلة: ${domain}.`,
    remove: 'يمكنك إلغاء هذا الإذن من حسابك في أي وقت.',
    allow: 'السماح',
    deny: 'عدم السماح',
  },
  scopes: {
    openid: 'معرفة هويتك',
    profile: 'الاطلاع على اسمك وصورتك',
    email: 'الاطلاع على عنوان بريدك الإلكتروني',
    roles: 'الاطلاع على أدوارك',
    permissions: 'الاطلاع على ما يُسمح لك بفعله',
    offline_access: 'البقاء مسجّل الدخول',
    offlineHint: 'الاحتفاظ بإمكانية الوصول حتى عندما لا تستخدم التطبيق',
    other: ({ scope }) => `استخدام «${scope}»`,
  },
  selectAccount: {
    title: 'اختيار حساب',
    lead: ({ client }) => `للمتابعة إلى ${client}`,
    signedIn: 'مسجّل الدخول',
  },
  logoutConfirm: {
    title: ({ product }) => `هل تريد تسجيل الخروج من ${product}؟`,
    also: 'سيتم تسجيل خروجك أيضًا من:',
    confirm: 'تسجيل الخروج',
    stay: 'البقاء مسجّل الدخول',
  },
  signingOut: {
    title: ({ count }) => `جارٍ تسجيل خروجك من ${apps(count)}`,
    lead: 'يستغرق ذلك بضع ثوانٍ. أبقِ هذه الصفحة مفتوحة.',
    waiting: 'قيد الانتظار',
    done: 'تم تسجيل الخروج',
    unconfirmed: 'تعذّر التأكد',
    signOutOf: ({ client }) => `تسجيل الخروج من ${client}`,
    newTab: '(يُفتح في علامة تبويب جديدة)',
    goOn: 'متابعة',
    allDone: 'تم تسجيل خروجك من جميع التطبيقات.',
    someLeft: 'لم تتمكن بعض التطبيقات من تأكيد تسجيل خروجك.',
  },
  signedOut: {
    title: 'تم تسجيل خروجك',
    from: 'تم تسجيل خروجك من:',
    shared: 'إذا كان غيرك يستخدم هذا الحاسوب، فأغلق هذه النافذة أيضًا.',
  },
  pageExpired: {
    title: 'انتهت صلاحية صفحة تسجيل الدخول',
    withClient: ({ client }) => `ارجع إلى ${client} وسجّل الدخول من جديد.`,
    withoutClient: 'ارجع إلى التطبيق الذي أتيت منه وسجّل الدخول من جديد.',
    why: 'بقيت الصفحة مفتوحة مدة طويلة أو سبق استخدامها. لم يتغيّر شيء.',
    signedInTitle: 'أنت مسجّل الدخول بالفعل',
    signedInLead: 'سبق استخدام هذه الصفحة. يمكنك المتابعة مباشرة.',
  },
  notAllowed: {
    title: ({ client }) => `لا يُسمح لك باستخدام ${client}`,
    as: ({ name }) => `أنت مسجّل الدخول باسم ${name}. لا يُسمح لهذا الحساب باستخدام هذا التطبيق.`,
    contact: ({ owner }) => `للحصول على إذن، تواصل مع ${owner}.`,
    contactUnknown: 'للحصول على إذن، تواصل مع مالك التطبيق.',
  },
  noAccess: {
    panel: ({ product }) => `لا يُسمح لك بدخول لوحة إدارة ${product}`,
    portal: ({ product }) => `لا يُسمح لك بدخول صفحات حسابك في ${product}`,
    as: ({ name }) => `أنت مسجّل الدخول باسم ${name}.`,
    ask: 'إذا كنت تحتاج إلى الدخول، فاطلبه من أحد المسؤولين، أو استخدم حسابًا مسموحًا له به.',
  },
  factors: factorTexts,
  errorPage: errorTexts.pages,
  errorReference: errorTexts.reference,
  errorRefs: errorTexts.refs,
  errorNotes: errorTexts.notes,
  panel: panelTexts,
  operations: { ...operationsTexts, ...activityTexts },
  portal: portalTexts,
  admin: adminTexts,
  clients: clientsTexts,
  client: clientTexts,
  clientUse: clientUseTexts,
  users: usersTexts,
}
