import type { addTemplate } from '#areas/messages/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'

// Message templates of the demo company.

type Text = readonly [subject: string, ...paragraphs: string[]]
type Texts = Record<'en' | 'zh' | 'fr' | 'ja' | 'ms', Text>

const email = (texts: Partial<Texts>) =>
  Object.entries(texts).map(([Language, [Subject, ...paragraphs]]) => ({
    Language: Language as keyof Texts,
    Subject,
    Body: paragraphs.map((one) => `<p>${one}</p>`).join(''),
  }))

const sms = (texts: Record<keyof Texts, string>) =>
  Object.entries(texts).map(([Language, Body]) => ({ Language: Language as keyof Texts, Body }))

const called = '{{ PreferredName | default: FullName }}'
const rewardName = '<strong>{{ RewardName }}</strong>'

export const demoContactTemplates: readonly RequestBody<typeof addTemplate>[] = [
  {
    Name: 'Welcome',
    ContactType: 'Email',
    Event: 'MEMBER-JOINED',
    Status: 'Active',
    Texts: email({
      en: [
        'Welcome to {{ CompanyName }}',
        'Dear {{ FullName }},',
        'Thank you for joining {{ CompanyName }}. Your membership number is <strong>{{ MembershipNo }}</strong>. Show it whenever you visit us.',
        'We look forward to seeing you again at {{ OutletName }}.',
      ],
      zh: [
        '欢迎加入 {{ CompanyName }}',
        '{{ FullName }}，您好：',
        '感谢您加入 {{ CompanyName }}。您的会员号是 <strong>{{ MembershipNo }}</strong>，光临时请出示。',
        '期待再次在 {{ OutletName }} 与您相见。',
      ],
      fr: [
        'Bienvenue chez {{ CompanyName }}',
        'Bonjour {{ FullName }},',
        'Merci d’avoir rejoint {{ CompanyName }}. Votre numéro de membre est le <strong>{{ MembershipNo }}</strong>\u00a0: présentez-le à chacune de vos visites.',
        'Au plaisir de vous revoir à {{ OutletName }}.',
      ],
      ja: [
        '{{ CompanyName }} へようこそ',
        '{{ FullName }} 様',
        '{{ CompanyName }} にご入会いただきありがとうございます。会員番号は <strong>{{ MembershipNo }}</strong> です。ご来店の際にご提示ください。',
        '{{ OutletName }} でのまたのお越しをお待ちしております。',
      ],
      ms: [
        'Selamat datang ke {{ CompanyName }}',
        '{{ FullName }} yang dihormati,',
        'Terima kasih kerana menyertai {{ CompanyName }}. Nombor keahlian anda ialah <strong>{{ MembershipNo }}</strong>. Sila tunjukkan setiap kali anda berkunjung.',
        'Kami menantikan kunjungan anda di {{ OutletName }}.',
      ],
    }),
  },
  {
    Name: 'A reward for you',
    ContactType: 'Email',
    Event: 'REWARD-ISSUED',
    Status: 'Active',
    Texts: email({
      en: [
        'A reward is waiting for you',
        `Dear ${called},`,
        `We have kept ${rewardName} for you. Show the code <strong>{{ ReferenceCode }}</strong> in any of our outlets until {{ ValidityTo }}.`,
      ],
      zh: [
        '您有一份奖励待领取',
        `${called}，您好：`,
        `我们为您准备了 ${rewardName}。请在 {{ ValidityTo }} 之前于任一门店出示代码 <strong>{{ ReferenceCode }}</strong>。`,
      ],
      fr: [
        'Une récompense vous attend',
        `Bonjour ${called},`,
        `Nous vous réservons ${rewardName}. Présentez le code <strong>{{ ReferenceCode }}</strong> dans l’une de nos boutiques jusqu’au {{ ValidityTo }}.`,
      ],
      ja: [
        '特典をご用意しました',
        `${called} 様`,
        `${rewardName} をご用意しております。{{ ValidityTo }} までに、いずれかの店舗でコード <strong>{{ ReferenceCode }}</strong> をご提示ください。`,
      ],
      ms: [
        'Ganjaran menanti anda',
        `${called} yang dihormati,`,
        `Kami menyimpan ${rewardName} untuk anda. Tunjukkan kod <strong>{{ ReferenceCode }}</strong> di mana-mana cawangan kami sebelum {{ ValidityTo }}.`,
      ],
    }),
  },
  {
    Name: 'Reward claimed',
    ContactType: 'SMS',
    Event: 'REWARD-CLAIMED',
    Status: 'Active',
    Texts: sms({
      en: '{{ CompanyName }}: you claimed {{ RewardName }}.{% if VoucherNo %} Voucher {{ VoucherNo }}.{% endif %} Questions? {{ OutletPhone | default: "Ask in our outlets." }}',
      zh: '{{ CompanyName }}：您已领取 {{ RewardName }}。{% if VoucherNo %}礼券 {{ VoucherNo }}。{% endif %}如有疑问，请联系 {{ OutletPhone | default: "我们的门店" }}',
      fr: '{{ CompanyName }}\u00a0: vous avez retiré {{ RewardName }}.{% if VoucherNo %} Bon {{ VoucherNo }}.{% endif %} Une question\u202f? {{ OutletPhone | default: "Nos boutiques vous répondent." }}',
      ja: '{{ CompanyName }}：{{ RewardName }} をお渡ししました。{% if VoucherNo %}バウチャー {{ VoucherNo }}。{% endif %}お問い合わせ {{ OutletPhone | default: "各店舗まで" }}',
      ms: '{{ CompanyName }}: anda telah menuntut {{ RewardName }}.{% if VoucherNo %} Baucar {{ VoucherNo }}.{% endif %} Pertanyaan? {{ OutletPhone | default: "Tanya di cawangan kami." }}',
    }),
  },
  {
    // Staff send this template manually from a task.
    Name: 'From your adviser',
    ContactType: 'SMS',
    Status: 'Active',
    Texts: sms({
      en: '{{ CompanyName }}: {{ PreferredName | default: FullName }}, shall we look after your jewellery? Cleaning and inspection are free. {{ OutletPhone | default: "Ask in our outlets." }}',
      zh: '{{ CompanyName }}：{{ PreferredName | default: FullName }}，您的珠宝需要保养吗？清洗与检查免费。{{ OutletPhone | default: "请联系我们的门店" }}',
      fr: '{{ CompanyName }}\u00a0: {{ PreferredName | default: FullName }}, prenons soin de vos bijoux\u202f? Nettoyage et contrôle offerts. {{ OutletPhone | default: "Nos boutiques vous répondent." }}',
      ja: '{{ CompanyName }}：{{ PreferredName | default: FullName }} 様、ジュエリーのお手入れはいかがですか。クリーニングと点検は無料です。{{ OutletPhone | default: "各店舗まで" }}',
      ms: '{{ CompanyName }}: {{ PreferredName | default: FullName }}, bolehkah kami merawat barang kemas anda? Pencucian dan pemeriksaan percuma. {{ OutletPhone | default: "Tanya di cawangan kami." }}',
    }),
  },
  {
    Name: 'Points that end soon',
    ContactType: 'Email',
    Event: 'POINTS-EXPIRING',
    Status: 'Active',
    Texts: email({
      en: [
        '{{ PointsExpiring }} points end on {{ ExpiryDate }}',
        `Dear ${called},`,
        '<strong>{{ PointsExpiring }}</strong> of your {{ PointBalance }} points end on {{ ExpiryDate }}. Come and choose a reward before then.',
        '{% if Rewards %}You may also collect:{% endif %}{% for reward in Rewards %}<br />{{ reward.RewardName }} until {{ reward.ValidityTo }}{% endfor %}',
      ],
      zh: [
        '{{ PointsExpiring }} 积分将于 {{ ExpiryDate }} 失效',
        `${called}，您好：`,
        '您的 {{ PointBalance }} 积分中有 <strong>{{ PointsExpiring }}</strong> 积分将于 {{ ExpiryDate }} 失效，欢迎在此之前前来兑换。',
      ],
      fr: [
        '{{ PointsExpiring }} points expirent le {{ ExpiryDate }}',
        `Bonjour ${called},`,
        '<strong>{{ PointsExpiring }}</strong> de vos {{ PointBalance }} points expirent le {{ ExpiryDate }}. Venez choisir une récompense d’ici là.',
      ],
      ja: [
        '{{ PointsExpiring }} ポイントが {{ ExpiryDate }} に失効します',
        `${called} 様`,
        '{{ PointBalance }} ポイントのうち <strong>{{ PointsExpiring }}</strong> ポイントが {{ ExpiryDate }} に失効します。それまでに特典をお選びください。',
      ],
      ms: [
        '{{ PointsExpiring }} mata tamat pada {{ ExpiryDate }}',
        `${called} yang dihormati,`,
        '<strong>{{ PointsExpiring }}</strong> daripada {{ PointBalance }} mata anda tamat pada {{ ExpiryDate }}. Pilih ganjaran anda sebelum itu.',
      ],
    }),
  },
  {
    Name: 'Asked for feedback',
    ContactType: 'Email',
    Event: 'FEEDBACK-INVITED',
    Status: 'Active',
    Texts: email({
      en: [
        'How was your visit?',
        `Dear ${called},`,
        'We would like to know how we did. <a href="{{ FeedbackLink }}">Answer three short questions</a>; the link is yours alone.',
      ],
      zh: [
        '您的到访感觉如何？',
        `尊敬的${called}：`,
        '我们想了解您的体验。<a href="{{ FeedbackLink }}">请回答三个简短的问题</a>，此链接仅供您本人使用。',
      ],
      fr: [
        'Comment s’est passée votre visite ?',
        `Bonjour ${called},`,
        'Nous aimerions avoir votre avis. <a href="{{ FeedbackLink }}">Répondez à trois courtes questions</a> ; ce lien est à vous seul.',
      ],
      ja: [
        'ご来店はいかがでしたか',
        `${called} 様`,
        'ご感想をお聞かせください。<a href="{{ FeedbackLink }}">3 つの質問に答える</a>（お客様専用のリンクです）。',
      ],
      ms: [
        'Bagaimana kunjungan anda?',
        `${called} yang dihormati,`,
        'Kami ingin mengetahui pengalaman anda. <a href="{{ FeedbackLink }}">Jawab tiga soalan ringkas</a>; pautan ini untuk anda sahaja.',
      ],
    }),
  },
  {
    Name: 'Invitation to a private viewing',
    ContactType: 'Email',
    isCampaign: 'Y',
    Status: 'Active',
    Texts: email({
      en: [
        'An evening among pearls',
        `Dear ${called},`,
        'We invite you to see our new pearls before anybody else, at {{ OutletName }}.{% if StaffName %} {{ StaffName }} would be glad to show them to you.{% endif %}',
      ],
    }),
  },
]
