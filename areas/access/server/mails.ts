import type { MailText } from '#kit/server/mail-texts.ts'

// The texts of messages about accounts, in every interface language.

export const signInCodeMail: MailText = {
  en: {
    subject: 'Your sign-in code',
    body: 'Your sign-in code is {code}.\nIt can be used once within {minutes} minutes. Never tell it to another person, not even to a colleague.',
  },
  zh: {
    subject: '您的登录验证码',
    body: '您的登录验证码是 {code}。\n请在 {minutes} 分钟内使用，仅可使用一次。切勿告诉他人，包括同事。',
  },
  fr: {
    subject: 'Votre code de connexion',
    body: 'Votre code de connexion est {code}.\nIl sert une seule fois, dans les {minutes} minutes. Ne le communiquez à personne, pas même à un collègue.',
  },
  ja: {
    subject: 'サインインコード',
    body: 'サインインコードは {code} です。\n{minutes} 分以内に一度だけ使えます。同僚を含め、誰にも教えないでください。',
  },
}

export const welcomeToAccountMail: MailText = {
  en: {
    subject: 'Welcome to Carat',
    body: 'You have an account now: {username}. Choose a password for it here:\n{link}\nThe link can be used once within {hours} hours. If you did not expect it, ignore it: nothing changes.',
  },
  zh: {
    subject: '欢迎使用 Carat',
    body: '您的账户已创建：{username}。请在此设置密码：\n{link}\n链接仅可使用一次，{hours} 小时内有效。如非您所期，请忽略此消息，账户不会有任何变化。',
  },
  fr: {
    subject: 'Bienvenue sur Carat',
    body: 'Vous avez maintenant un compte\u00a0: {username}. Choisissez son mot de passe ici\u00a0:\n{link}\nLe lien sert une seule fois, dans les {hours} heures. Si vous ne l’attendiez pas, ignorez-le\u00a0: rien ne change.',
  },
  ja: {
    subject: 'Carat へようこそ',
    body: 'アカウント {username} が作成されました。こちらでパスワードを設定してください：\n{link}\nリンクは {hours} 時間以内に一度だけ使えます。お心当たりがない場合は無視してください。何も変更されません。',
  },
}

export const passwordResetMail: MailText = {
  en: {
    subject: 'Set a new password',
    body: 'A new password was requested for your account {username}. Choose it here:\n{link}\nThe link can be used once within {minutes} minutes. If you did not expect it, ignore it: nothing changes.',
  },
  zh: {
    subject: '设置新密码',
    body: '有人为您的账户 {username} 申请了新密码。请在此设置：\n{link}\n链接仅可使用一次，{minutes} 分钟内有效。如非您所期，请忽略此消息，账户不会有任何变化。',
  },
  fr: {
    subject: 'Choisir un nouveau mot de passe',
    body: 'Un nouveau mot de passe a été demandé pour votre compte {username}. Choisissez-le ici\u00a0:\n{link}\nLe lien sert une seule fois, dans les {minutes} minutes. Si vous ne l’attendiez pas, ignorez-le\u00a0: rien ne change.',
  },
  ja: {
    subject: '新しいパスワードの設定',
    body: 'アカウント {username} の新しいパスワードが依頼されました。こちらで設定してください：\n{link}\nリンクは {minutes} 分以内に一度だけ使えます。お心当たりがない場合は無視してください。何も変更されません。',
  },
}

export const passwordChangedMail: MailText = {
  en: {
    subject: 'Your password was changed',
    body: 'The password of your account {username} was changed, and all its other sessions were ended.\nIf this was not you, tell your administrator at once.',
  },
  zh: {
    subject: '您的密码已更改',
    body: '您的账户 {username} 的密码已更改，其他会话均已结束。\n如非本人操作，请立即通知管理员。',
  },
  fr: {
    subject: 'Votre mot de passe a été modifié',
    body: 'Le mot de passe de votre compte {username} a été modifié, et toutes ses autres sessions ont été fermées.\nSi ce n’était pas vous, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'パスワードが変更されました',
    body: 'アカウント {username} のパスワードが変更され、ほかのセッションはすべて終了しました。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const authenticatorRemovedMail: MailText = {
  en: {
    subject: 'Authenticator codes were turned off',
    body: 'Your account {username} no longer asks for codes of an authenticator app; they come by e-mail again.\nIf this was not you, change your password and tell your administrator.',
  },
  zh: {
    subject: '动态验证码已关闭',
    body: '您的账户 {username} 不再要求验证器应用的代码，代码将重新通过电邮发送。\n如非本人操作，请更改密码并通知管理员。',
  },
  fr: {
    subject: 'Les codes d’authentification ont été désactivés',
    body: 'Votre compte {username} ne demande plus les codes d’une application d’authentification\u202f; ils arrivent de nouveau par e-mail.\nSi ce n’était pas vous, changez votre mot de passe et prévenez votre administrateur.',
  },
  ja: {
    subject: '認証アプリが無効になりました',
    body: 'アカウント {username} では認証アプリのコードが不要になり、コードは再びメールで届きます。\nお心当たりがない場合は、パスワードを変更し、管理者に連絡してください。',
  },
}

export const passkeyAddedMail: MailText = {
  en: {
    subject: 'A passkey was added',
    body: 'The passkey “{name}” was added to your account. It opens the account without password and code.\nIf this was not you, tell your administrator at once.',
  },
  zh: {
    subject: '已添加通行密钥',
    body: '您的账户已添加通行密钥“{name}”。使用它登录无需密码和验证码。\n如非本人操作，请立即通知管理员。',
  },
  fr: {
    subject: 'Une clé d’accès a été ajoutée',
    body: 'La clé d’accès «\u00a0{name}\u00a0» a été ajoutée à votre compte. Elle l’ouvre sans mot de passe ni code.\nSi ce n’était pas vous, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'パスキーが追加されました',
    body: 'アカウントにパスキー「{name}」が追加されました。パスワードとコードなしでサインインできます。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const passkeyRemovedMail: MailText = {
  en: {
    subject: 'A passkey was removed',
    body: '{by} removed the passkey “{name}” from your account, and the sessions that it opened were ended.\nIf you did not expect this, tell your administrator at once.',
  },
  zh: {
    subject: '已移除通行密钥',
    body: '{by} 从您的账户移除了通行密钥“{name}”，由其打开的会话均已结束。\n如非您所期，请立即通知管理员。',
  },
  fr: {
    subject: 'Une clé d’accès a été retirée',
    body: '{by} a retiré la clé d’accès «\u00a0{name}\u00a0» de votre compte, et les sessions qu’elle avait ouvertes ont été fermées.\nSi vous ne vous y attendiez pas, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'パスキーが削除されました',
    body: '{by} さんがアカウントのパスキー「{name}」を削除し、そのパスキーで開いたセッションは終了しました。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const accountAddressChangedMail: MailText = {
  en: {
    subject: 'The address of your account was changed',
    body: '{name} has changed the address of your account {username}. Codes and links now go to {address}.\nIf you did not expect this, tell your administrator at once.',
  },
  zh: {
    subject: '您账户的地址已更改',
    body: '{name} 更改了您的账户 {username} 的地址。验证码和链接今后发送至 {address}。\n如非您所期，请立即通知管理员。',
  },
  fr: {
    subject: 'L’adresse de votre compte a été modifiée',
    body: '{name} a modifié l’adresse de votre compte {username}. Les codes et les liens sont désormais envoyés à {address}.\nSi vous ne vous y attendiez pas, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'アカウントの宛先が変更されました',
    body: '{name} さんがアカウント {username} の宛先を変更しました。コードとリンクは今後 {address} に届きます。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const accountAddressRemovedMail: MailText = {
  en: {
    subject: 'The address of your account was changed',
    body: '{name} has removed the address of your account {username}. Codes and links can no longer be sent.\nIf you did not expect this, tell your administrator at once.',
  },
  zh: {
    subject: '您账户的地址已更改',
    body: '{name} 移除了您的账户 {username} 的地址。无法再发送验证码和链接。\n如非您所期，请立即通知管理员。',
  },
  fr: {
    subject: 'L’adresse de votre compte a été modifiée',
    body: '{name} a retiré l’adresse de votre compte {username}. Les codes et les liens ne peuvent plus être envoyés.\nSi vous ne vous y attendiez pas, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'アカウントの宛先が変更されました',
    body: '{name} さんがアカウント {username} の宛先を削除しました。コードとリンクは送信できなくなります。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const signInFromNewNetworkMail: MailText = {
  en: {
    subject: 'A program signed in from a new network',
    body: 'The system account {username} ({purpose}) signed in from the network {network} for the first time.\nIf this program was not moved, replace its secret or disable the account under Settings, System accounts.',
  },
  zh: {
    subject: '程序从新网络登录',
    body: '系统账户 {username}（{purpose}）首次从网络 {network} 登录。\n如该程序并未迁移，请在“设置”的“系统账户”中更换密钥或停用账户。',
  },
  fr: {
    subject: 'Un programme s’est connecté depuis un nouveau réseau',
    body: 'Le compte système {username} ({purpose}) s’est connecté pour la première fois depuis le réseau {network}.\nSi ce programme n’a pas été déplacé, remplacez son secret ou désactivez le compte sous Paramètres, Comptes système.',
  },
  ja: {
    subject: 'プログラムが新しいネットワークからサインインしました',
    body: 'システムアカウント {username}（{purpose}）が、ネットワーク {network} から初めてサインインしました。\nプログラムを移動していない場合は、「設定」の「システムアカウント」でシークレットを更新するか、アカウントを停止してください。',
  },
}

export const identityAddedMail: MailText = {
  en: {
    subject: 'Another way to sign in was added',
    body: 'Your account can now also be opened through {provider}.\nIf it was not you who added this, tell your administrator at once.',
  },
  zh: {
    subject: '已添加另一种登录方式',
    body: '您的账户现在也可通过 {provider} 登录。\n如非本人添加，请立即通知管理员。',
  },
  fr: {
    subject: 'Un autre mode de connexion a été ajouté',
    body: 'Votre compte est désormais aussi accessible par {provider}.\nSi vous ne l’avez pas ajouté, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: '別のサインイン方法が追加されました',
    body: 'アカウントに {provider} からもサインインできるようになりました。\nご自身で追加していない場合は、ただちに管理者に連絡してください。',
  },
}

export const identityRemovedMail: MailText = {
  en: {
    subject: 'A way to sign in was removed',
    body: 'Your account can no longer be opened through {provider}; {name} removed it.\nIf you did not expect this, tell your administrator at once.',
  },
  zh: {
    subject: '已移除一种登录方式',
    body: '您的账户无法再通过 {provider} 登录；由 {name} 移除。\n如非您所期，请立即通知管理员。',
  },
  fr: {
    subject: 'Un mode de connexion a été retiré',
    body: 'Votre compte n’est plus accessible par {provider}\u202f; {name} a retiré ce mode de connexion.\nSi vous ne vous y attendiez pas, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'サインイン方法が削除されました',
    body: 'アカウントに {provider} からサインインできなくなりました（{name} さんが削除）。\nお心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const identityRemovedByOwnerMail: MailText = {
  en: {
    subject: 'You have removed a way to sign in',
    body: 'You have removed a colleague’s sign-in through {provider}. If it was not you, tell your administrator at once.',
  },
  zh: {
    subject: '您移除了一种登录方式',
    body: '您移除了一位同事通过 {provider} 的登录方式。如非本人操作，请立即通知管理员。',
  },
  fr: {
    subject: 'Vous avez retiré un mode de connexion',
    body: 'Vous avez retiré la connexion d’un collègue par {provider}. Si ce n’était pas vous, prévenez immédiatement votre administrateur.',
  },
  ja: {
    subject: 'サインイン方法を削除しました',
    body: '同僚の {provider} によるサインインを削除しました。お心当たりがない場合は、ただちに管理者に連絡してください。',
  },
}

export const identityConfirmationMail: MailText = {
  en: {
    subject: 'Confirm another way to sign in',
    body: '{name} asks to let {subject} at {provider} open your account {username}. It does so only once you confirm it here:\n{link}\nThe link can be used once within {hours} hours. If you did not expect it, say no there or ignore it: nothing changes.',
  },
  zh: {
    subject: '确认另一种登录方式',
    body: '{name} 申请让 {provider} 上的 {subject} 登录您的账户 {username}。仅在您于此处确认后生效：\n{link}\n链接仅可使用一次，{hours} 小时内有效。如非您所期，请在该处拒绝或忽略，账户不会有任何变化。',
  },
  fr: {
    subject: 'Confirmer un autre mode de connexion',
    body: '{name} demande que {subject} chez {provider} puisse se connecter à votre compte {username}. Cela ne vaut qu’après votre confirmation ici\u00a0:\n{link}\nLe lien sert une seule fois, dans les {hours} heures. Si vous ne l’attendiez pas, refusez ou ignorez-le\u00a0: rien ne change.',
  },
  ja: {
    subject: '別のサインイン方法の確認',
    body: '{name} さんが、{provider} の {subject} でアカウント {username} にサインインできるよう依頼しています。こちらで確認すると有効になります：\n{link}\nリンクは {hours} 時間以内に一度だけ使えます。お心当たりがない場合は、拒否するか無視してください。何も変更されません。',
  },
}

export const identityConfirmedMail: MailText = {
  en: {
    subject: 'Your request for another way to sign in',
    body: '{username} has confirmed the sign-in through {provider}.',
  },
  zh: { subject: '您申请的另一种登录方式', body: '{username} 已确认通过 {provider} 登录。' },
  fr: {
    subject: 'Votre demande d’un autre mode de connexion',
    body: '{username} a confirmé la connexion par {provider}.',
  },
  ja: { subject: '別のサインイン方法の依頼', body: '{username} さんが {provider} によるサインインを確認しました。' },
}

export const identityDeclinedMail: MailText = {
  en: {
    subject: 'Your request for another way to sign in',
    body: '{username} has declined the sign-in through {provider}. Nothing was linked.',
  },
  zh: { subject: '您申请的另一种登录方式', body: '{username} 已拒绝通过 {provider} 登录。未进行任何关联。' },
  fr: {
    subject: 'Votre demande d’un autre mode de connexion',
    body: '{username} a refusé la connexion par {provider}. Rien n’a été associé.',
  },
  ja: {
    subject: '別のサインイン方法の依頼',
    body: '{username} さんが {provider} によるサインインを拒否しました。連携は行われていません。',
  },
}
