/** Arabic: what is wrong and what the developer should look at, for each cause that has no longer explanation. */
import type { ErrorNote } from '../en/errors.ts'

const UNUSABLE = 'العميل غير معروف أو لا يمكن استخدامه'
const UNAVAILABLE = 'الخدمة غير متاحة مؤقتًا'
const note = (title: string, check: string): ErrorNote => ({ title, check })

export const errorNotes: Readonly<Record<string, ErrorNote>> = {
  client_authentication_missing: note(
    UNUSABLE,
    'أرسل معرّف العميل والسر عبر HTTP Basic أو في محتوى النموذج. العميل العام يرسل client_id.',
  ),
  client_authentication_malformed: note(
    UNUSABLE,
    'ترويسة Authorization غير سليمة: المطلوب Basic مع معرّف العميل والسر بترميز النماذج.',
  ),
  client_authentication_method: note(
    UNUSABLE,
    'العميل العام لا يملك سرًا ولا يرسله، والعميل السرّي يجب أن يرسل سره. لا يُدعم client_assertion.',
  ),
  several_client_authentications: note(
    'أُرسلت بيانات اعتماد العميل أكثر من مرة',
    'استخدم HTTP Basic أو محتوى النموذج، لا كليهما، ولا ترسل client_assertion معهما.',
  ),
  client_id_mismatch: note(
    'يختلف client_id عن العميل الذي أثبت هويته',
    'أرسل معرّف العميل نفسه في المحتوى وفي ترويسة Authorization، أو احذفه من المحتوى.',
  ),
  public_client_introspection: note(UNUSABLE, 'لا يحق للعملاء العامين الاستعلام عن الرموز. استخدم عميلًا سرّيًا.'),
  logout_channel_missing: note('ليس للعميل قناة لتسجيل الخروج', 'سجّل أولًا عنوان back-channel أو front-channel للعميل.'),
  parameter_missing: note('معامل مطلوب مفقود', 'قارن الطلب بقائمة المعاملات المطلوبة.'),
  parameter_duplicated: note('أُرسل أحد المعاملات أكثر من مرة', 'أرسل كل معامل مرة واحدة.'),
  parameter_malformed: note('أحد المعاملات غير سليم', 'تحقّق من أحرف المعاملات وأطوالها.'),
  content_type: note(
    'يجب أن يكون نوع المحتوى application/x-www-form-urlencoded',
    'أرسل نموذجًا مع نوع المحتوى الخاص به.',
  ),
  body_malformed: note('محتوى الطلب غير سليم', 'تحقّق من ترميز النموذج ومن أنه UTF-8.'),
  body_too_large: note('محتوى الطلب كبير جدًا', 'الحد الأقصى 56 كيبي بايت.'),
  body_timeout: note('لم يصل محتوى الطلب في الوقت المحدد', 'أرسل المحتوى كله دفعة واحدة.'),
  address_too_long: note('العنوان طويل جدًا', 'الحد الأقصى 16 كيبي بايت.'),
  method_not_allowed: note('الطريقة غير مسموح بها هنا', 'راجع ترويسة Allow.'),
  response_type_unsupported: note('يجب أن تكون قيمة response_type هي code', 'لا يُدعم إلا تدفق رمز التفويض.'),
  response_mode_unsupported: note('يجب أن تكون قيمة response_mode هي query', 'احذف response_mode.'),
  state_malformed: note('يجب أن تكون state من 1 إلى 2048 حرف ASCII قابلًا للطباعة', 'رمِّز state، مثلًا بترميز base64url.'),
  nonce_malformed: note('يجب أن تكون nonce من 1 إلى 2048 حرف ASCII قابلًا للطباعة', 'رمِّز nonce، مثلًا بترميز base64url.'),
  pkce_mismatch: note(
    'لا يطابق code_verifier قيمة code_challenge',
    'احتفظ بقيمة code_verifier الخاصة بهذا الطلب نفسه حتى العودة.',
  ),
  openid_missing: note('يجب أن يتضمن scope القيمة openid', 'أضف openid إلى scope.'),
  scope_malformed: note('قيمة scope غير سليمة', 'افصل بين النطاقات بمسافة واحدة.'),
  scope_unknown: note('أحد النطاقات المطلوبة غير معروف', 'راجع scopes_supported في وثيقة الاكتشاف.'),
  prompt_unsupported: note(
    'قيمة prompt غير مدعومة',
    'استخدم login أو consent أو select_account أو none. تأتي none وحدها.',
  ),
  max_age_malformed: note('يجب أن تكون max_age عددًا صحيحًا من الثواني', 'أرسل عدد الثواني، صفرًا أو أكثر.'),
  id_token_hint_invalid: note('قيمة id_token_hint غير صالحة', 'أرسل ID token أصدرته هذه الخدمة لهذا العميل.'),
  request_unsupported: note('كائنات الطلب غير مدعومة', 'أرسل المعاملات نفسها.'),
  request_uri_unsupported: note('المعامل request_uri غير مدعوم', 'أرسل المعاملات نفسها.'),
  login_required: note('المستخدم غير مسجّل الدخول', 'أعد الطلب دون prompt=none لعرض صفحة تسجيل الدخول.'),
  consent_required: note('لم يوافق المستخدم بعد', 'أعد الطلب دون prompt=none لطلب الموافقة.'),
  interaction_required: note('يلزم إجراء آخر من المستخدم', 'أعد الطلب دون prompt=none.'),
  user_denied: note('رفض المستخدم الطلب', 'اعرض إمكانية المحاولة مرة أخرى.'),
  access_rule: note('لا يحق لهذا المستخدم استخدام التطبيق', 'الوصول إلى هذا التطبيق محدود. اسأل مالكه.'),
  interaction_expired: note('انتهت صلاحية صفحة تسجيل الدخول', 'ابدأ تسجيل الدخول من جديد من التطبيق.'),
  form_forged: note('لم يأتِ النموذج من هذه الخدمة', 'أعد تحميل الصفحة وحاول مرة أخرى.'),
  grant_type_unsupported: note(
    'يجب أن تكون قيمة grant_type إما authorization_code أو refresh_token',
    'لا تُدعم طريقة أخرى.',
  ),
  tokens_revoked: note(
    'أُلغيت الرموز',
    'سجّل المستخدم خروجه أو ألغى أحد المسؤولين الرموز. أعد المستخدم إلى تسجيل الدخول.',
  ),
  account_inactive: note('لا يمكن استخدام الحساب', 'الحساب معلّق أو غير موجود.'),
  token_missing: note('لم يُرسل رمز وصول', 'أرسل Authorization: Bearer ثم رمز الوصول.'),
  token_invalid: note(
    'رمز الوصول غير صالح',
    'الرمز غير سليم أو منتهٍ أو مُلغى، أو وقّعته جهة أخرى، أو يخص جمهورًا آخر، أو ليس رمز وصول.',
  ),
  token_in_query: note('يجب ألا تُرسل رموز الوصول في العنوان', 'أرسل الرمز في ترويسة Authorization.'),
  token_in_body: note('يجب ألا تُرسل رموز الوصول في محتوى الطلب', 'أرسل الرمز في ترويسة Authorization.'),
  several_tokens: note('أُرسل رمز الوصول أكثر من مرة', 'أرسل الرمز في ترويسة Authorization فقط.'),
  openid_scope_missing: note('لا يتضمن رمز الوصول النطاق openid', 'اطلب النطاق openid.'),
  logout_client_missing: note(
    'client_id أو id_token_hint مفقود',
    'أرسل آخر ID token في id_token_hint، أو أرسل client_id.',
  ),
  post_logout_redirect_uri_mismatch: note(
    'العنوان post_logout_redirect_uri غير مسجّل للعميل',
    'سجّل عنوان ما بعد الخروج للعميل مطابقًا حرفًا بحرف.',
  ),
  logout_hint_invalid: note('قيمة id_token_hint غير صالحة', 'أرسل ID token أصدرته هذه الخدمة لهذا العميل.'),
  logout_client_mismatch: note(
    'يختلف client_id عن العميل المذكور في id_token_hint',
    'أرسل معرّف العميل الذي صدر له الـ ID token، أو احذف client_id.',
  ),
  ticket_invalid: note('التذكرة غير صالحة', 'تعمل التذكرة مرة واحدة ولمدة 120 ثانية.'),
  too_many_attempts: note('طلبات كثيرة جدًا', 'انتظر عدد الثواني المذكور في Retry-After.'),
  not_found: note('لا يوجد شيء في هذا العنوان', 'راجع العناوين في وثيقة الاكتشاف.'),
  store_unavailable: note(UNAVAILABLE, 'عُد بعد عدد الثواني المذكور في Retry-After. لم يُفقد شيء.'),
  directory_unavailable: note(UNAVAILABLE, 'دليل المستخدمين لا يجيب. عُد بعد عدد الثواني المذكور في Retry-After.'),
  not_ready: note('الخدمة غير جاهزة', 'عُد بعد عدد الثواني المذكور في Retry-After.'),
}
