import type { MailText } from '#kit/server/mail-texts.ts'

// E-mails of self-service, in the language of the page that the customer used.

export const customerSignInCodeMail: MailText = {
  en: {
    subject: 'Your sign-in code',
    body: 'Your code is {code}.\nIt can be used once within {minutes} minutes. Our staff never ask for it. If you did not ask for a code, ignore this message.',
  },
  zh: {
    subject: '您的登录验证码',
    body: '您的验证码是 {code}。\n请在 {minutes} 分钟内使用，仅可使用一次。我们的员工绝不会向您索取。如非您本人申请，请忽略此消息。',
  },
  fr: {
    subject: 'Votre code de connexion',
    body: 'Votre code est {code}.\nIl sert une seule fois, dans les {minutes} minutes. Nos collaborateurs ne vous le demanderont jamais. Si vous n’avez pas demandé de code, ignorez ce message.',
  },
  ja: {
    subject: 'サインインコード',
    body: 'コードは {code} です。\n{minutes} 分以内に一度だけ使えます。スタッフがこのコードをお尋ねすることはありません。お心当たりがない場合は、このメッセージを無視してください。',
  },
}

export const emailVerificationMail: MailText = {
  en: {
    subject: 'Confirm your e-mail address',
    body: 'Your code is {code}.\nEnter it within {minutes} minutes to confirm that this is your e-mail address. If you did not expect it, ignore this message.',
  },
  zh: {
    subject: '确认您的电邮地址',
    body: '您的验证码是 {code}。\n请在 {minutes} 分钟内输入，以确认这是您的电邮地址。如非您所期，请忽略此消息。',
  },
  fr: {
    subject: 'Confirmez votre adresse e-mail',
    body: 'Votre code est {code}.\nSaisissez-le dans les {minutes} minutes pour confirmer votre adresse e-mail. Si vous ne l’attendiez pas, ignorez ce message.',
  },
  ja: {
    subject: 'メールアドレスの確認',
    body: 'コードは {code} です。\n{minutes} 分以内に入力して、メールアドレスがご本人のものであることを確認してください。お心当たりがない場合は、このメッセージを無視してください。',
  },
}

export const contactChangedMail: MailText = {
  en: {
    subject: 'Your contact details were changed',
    body: 'The e-mail address or phone number of your membership was changed on our customer pages.\nIf this was not you, call one of our outlets at once. Points cannot be redeemed for 24 hours unless you come in person.',
  },
  zh: {
    subject: '您的联系方式已更改',
    body: '您会员资料中的电邮地址或电话号码已在我们的客户页面上更改。\n如非本人操作，请立即致电任一门店。除非您亲自到店，24 小时内无法兑换积分。',
  },
  fr: {
    subject: 'Vos coordonnées ont été modifiées',
    body: 'L’adresse e-mail ou le numéro de téléphone de votre adhésion a été modifié sur nos pages clients.\nSi ce n’était pas vous, appelez aussitôt l’une de nos boutiques. Pendant 24 heures, vos points ne peuvent être échangés qu’en votre présence.',
  },
  ja: {
    subject: 'ご連絡先が変更されました',
    body: '会員情報のメールアドレスまたは電話番号が、お客様ページで変更されました。\nお心当たりがない場合は、ただちに店舗へお電話ください。ご本人が来店される場合を除き、24 時間はポイントを交換できません。',
  },
}

export const signInLinkMail: MailText = {
  en: {
    subject: 'Sign in to your membership',
    body: 'You can sign in again here:\n{link}\nEnter your membership number {number} or this e-mail address; a code will be sent to you.',
  },
  zh: {
    subject: '登录您的会员账户',
    body: '您可以在此重新登录：\n{link}\n请输入您的会员号码 {number} 或此电邮地址，我们将向您发送验证码。',
  },
  fr: {
    subject: 'Connectez-vous à votre adhésion',
    body: 'Vous pouvez de nouveau vous connecter ici\u00a0:\n{link}\nSaisissez votre numéro de membre {number} ou cette adresse e-mail\u202f; un code vous sera envoyé.',
  },
  ja: {
    subject: '会員ページへのサインイン',
    body: 'こちらから再びサインインできます：\n{link}\n会員番号 {number} またはこのメールアドレスを入力すると、コードが届きます。',
  },
}
