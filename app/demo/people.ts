import { demoOutletCodes } from './company.ts'
import { demoPostcodes } from './lists.ts'
import { addDays, type RandomSource } from './random.ts'

// The demo's customers: fictional people with Malaysian names, numbers and places.

const malayWomen = [
  'NUR AINA',
  'SITI SARAH',
  'NURUL IZZAH',
  'FARAH NADIA',
  'AISYAH',
  'NOOR HIDAYAH',
  'ZULAIKHA',
  'INTAN SURAYA',
  'HASLINDA',
  'RASHIDAH',
  'AMIRAH',
  'KHAIRUNNISA',
]
const malayMen = [
  'MUHAMMAD HAZIQ',
  'AHMAD FIRDAUS',
  'MOHD SHAHRUL',
  'AZLAN',
  'FAIZ IKMAL',
  'HAFIZUDDIN',
  'RIZAL',
  'IZWAN',
  'KAMARUL',
  'SYAFIQ',
  'AMIRUL HAKIM',
  'ZAINAL',
]
const malayFathers = [
  'ABDULLAH',
  'ISMAIL',
  'ZAKARIA',
  'YUSOF',
  'OTHMAN',
  'RAZAK',
  'HASHIM',
  'MOHD NOOR',
  'IBRAHIM',
  'SALLEH',
  'KARIM',
  'MANSOR',
  'AZIZ',
  'HARUN',
  'OMAR',
]
const chineseFamilies = [
  'TAN',
  'LIM',
  'LEE',
  'WONG',
  'NG',
  'CHAN',
  'CHONG',
  'GOH',
  'ONG',
  'TEOH',
  'YAP',
  'KHOO',
  'CHEAH',
  'LOW',
  'HO',
  'SIM',
  'LAU',
  'FOO',
]
const chineseWomen = [
  'MEI LING',
  'SIEW YEN',
  'XIN YI',
  'HUI MIN',
  'POH GEOK',
  'LI TING',
  'PEI SHAN',
  'JIA WEN',
  'SOOK FUN',
  'YEE LING',
  'CHIA YI',
  'WAN QI',
]
const chineseMen = [
  'WEI JIE',
  'KOK WAI',
  'CHEE KEONG',
  'JUN HAO',
  'BOON HOCK',
  'ZI XUAN',
  'SENG HUAT',
  'KAH CHUN',
  'YONG SHENG',
  'TECK MENG',
  'WAI KIT',
  'JIAN MING',
]
const indianWomen = [
  'PRIYA',
  'KAVITHA',
  'SHALINI',
  'DEEPA',
  'THULASI',
  'ANJALI',
  'MEENA',
  'REVATHI',
  'NITHYA',
  'SANGEETHA',
]
const indianMen = [
  'RAJESH',
  'KUMARAN',
  'VIKNESH',
  'SURESH',
  'ARAVIND',
  'GANESH',
  'PRAKASH',
  'DINESH',
  'MUTHU',
  'SARAVANAN',
]
const indianFathers = [
  'SUBRAMANIAM',
  'KRISHNAN',
  'RAMASAMY',
  'MUNIANDY',
  'GOVINDASAMY',
  'PERUMAL',
  'RAJENDRAN',
  'NADARAJAH',
  'SELVAM',
  'BALAKRISHNAN',
]
const bornean = ['LINGGI', 'JUNAIDI', 'MAJALAP', 'GIMBUN', 'UJANG', 'RENTAP', 'LASIMBANG', 'MOJILIP']
const streets = [
  'Jalan Merdeka',
  'Jalan Ampang',
  'Jalan Tun Razak',
  'Lorong Melati',
  'Jalan Cempaka',
  'Jalan Burma',
  'Persiaran Damai',
  'Jalan Dato Onn',
  'Jalan Anggerik',
  'Taman Seri Indah',
  'Jalan Kenari',
  'Lebuh Pantai',
]

// Each outlet has the state where its customers live and the place code of their identity cards.
const homes: Record<string, { state: string; placeCode: string }> = {
  KL1: { state: 'Kuala Lumpur', placeCode: '14' },
  PJ1: { state: 'Selangor', placeCode: '10' },
  PG1: { state: 'Pulau Pinang', placeCode: '07' },
  JB1: { state: 'Johor', placeCode: '01' },
  IP1: { state: 'Perak', placeCode: '08' },
  KK1: { state: 'Sabah', placeCode: '12' },
}

export type DemoCustomer = ReturnType<typeof personAt>

/** Generates the demo's customers in order of their join date. `today` is the business date of the seeding. */
export const generateDemoCustomers = (count: number, today: string, random: RandomSource) => {
  const usedNumbers = new Set<string>()
  const joined = Array.from({ length: count }, () => addDays(today, -Math.floor(1500 * random.next() ** 1.3))).sort()
  return joined.map((joinDate, index) => personAt(index, joinDate, random, usedNumbers))
}

function personAt(index: number, joinDate: string, luck: RandomSource, usedNumbers: Set<string>) {
  const outlet = luck.weighted(demoOutletCodes.map((code, position) => [code, 10 - position] as const))
  const gender = luck.odds(0.64) ? 'Female' : 'Male'
  const race = luck.weighted(outlet === 'KK1' ? raceInSabah : raceElsewhere)
  const fullName = nameOf(race, gender, luck)
  const birthDate = `${luck.between(1952, 2004)}-${two(luck.between(1, 12))}-${two(luck.between(1, 28))}`
  const [idType, idNo] = identity(birthDate, gender, homes[outlet]!.placeCode, luck, usedNumbers)
  const premium = luck.odds(0.7)
  const category = premium ? luck.weighted(tiers) : null
  return {
    ...{ fullName, gender, race, idType, idNo, outlet, joinDate, category },
    memberType: premium ? 'Premium Member' : 'Non-Premium Member',
    salutation: luck.weighted(gender === 'Female' ? salutationsHer : salutationsHim),
    // Some customers have no birth date or e-mail, so that the data quality worklists have entries.
    birthDate: premium || luck.odds(0.6) ? birthDate : null,
    ...contactOf(fullName, index, luck),
    ...habitsOf(race, luck),
    source: luck.weighted([
      ['CRM', 7],
      ['Self Registration Portal', 3],
    ] as const),
    status: luck.weighted([
      ['Active', 97],
      ['Inactive', 2],
      ['Suspended', 1],
    ] as const),
    address: premium || luck.odds(0.4) ? addressIn(homes[outlet]!.state, luck) : null,
    // The purchase frequency of a customer. A few customers make most purchases.
    appetite: luck.next() ** 3 * (category === 'PLATINUM' ? 5 : category === 'GOLD' ? 2.5 : 1),
  }
}

const tiers = [
  ['CLASSIC', 76],
  ['GOLD', 19],
  ['PLATINUM', 5],
] as const
const salutationsHer = [
  ['Ms', 5],
  ['Mrs', 3],
  ['Puan', 2],
  ['Datin', 0.2],
] as const
const salutationsHim = [
  ['Mr', 6],
  ['Encik', 3],
  ['Dr', 0.5],
  ['Dato’', 0.2],
] as const

function contactOf(fullName: string, index: number, luck: RandomSource) {
  const phone = `1${luck.pick(['0', '2', '3', '6', '7', '8', '9'])}${luck.between(2_000_000, 9_999_999)}`
  const name = fullName
    .toLowerCase()
    .replaceAll(/ (binti?|a\/[lp]|anak) /g, ' ')
    .replaceAll(' ', '.')
  const email = luck.odds(0.82) ? `${name}${index + 1}@example.com` : null
  return {
    contactNo: `+60${phone}`,
    contactNoTyped: `0${phone.slice(0, 2)}-${phone.slice(2, 5)} ${phone.slice(5)}`,
    email,
    verifiedEmail: email && luck.odds(0.55) ? 'Y' : 'N',
    consents: [
      'Service',
      ...channels.filter((channel) => luck.odds(channel === 'Call' || channel === 'Mail' ? 0.3 : 0.65)),
    ],
  }
}

const channels = ['Email', 'SMS', 'WhatsApp', 'Call', 'Mail'] as const

const habitsOf = (race: string, luck: RandomSource) => ({
  language: luck.weighted(spoken[race] ?? spoken.Other!),
  profession: luck.pick([
    'Executive',
    'Manager',
    'Professional',
    'Business owner',
    'Civil servant',
    'Homemaker',
    'Retired',
  ]),
  income: luck.pick([
    'Below RM 3,000',
    'RM 3,000 - 5,999',
    'RM 6,000 - 9,999',
    'RM 10,000 - 19,999',
    'RM 20,000 and above',
  ]),
  known: luck.pick(['Walk-in', 'Friend or family', 'Facebook', 'Instagram', 'Wedding fair', 'Mall event']),
})

const spoken: Record<string, readonly (readonly [string, number])[]> = {
  Malay: [
    ['Malay', 6],
    ['English', 3],
  ],
  Chinese: [
    ['Chinese', 5],
    ['English', 4],
  ],
  Indian: [
    ['English', 6],
    ['Tamil', 3],
  ],
  Other: [
    ['English', 7],
    ['Malay', 2],
  ],
}

const raceElsewhere = [
  ['Malay', 34],
  ['Chinese', 44],
  ['Indian', 17],
  ['Other', 5],
] as const
const raceInSabah = [
  ['Kadazan-Dusun', 38],
  ['Chinese', 34],
  ['Malay', 16],
  ['Iban', 12],
] as const

function nameOf(race: string, gender: string, luck: RandomSource) {
  const her = gender === 'Female'
  switch (race) {
    case 'Malay':
      return `${luck.pick(her ? malayWomen : malayMen)} ${her ? 'BINTI' : 'BIN'} ${luck.pick(malayFathers)}`
    case 'Indian':
      return `${luck.pick(her ? indianWomen : indianMen)} ${her ? 'A/P' : 'A/L'} ${luck.pick(indianFathers)}`
    case 'Kadazan-Dusun':
    case 'Iban':
      return `${luck.pick(her ? ['JENNIFER', 'STEPHANIE', 'MARLINA', 'ROSLIN', 'VERONICA', 'AGNES'] : ['JEFFREY', 'RICHARD', 'CLARENCE', 'AUGUSTINE', 'DENNIS', 'PETRUS'])} ${race === 'Iban' ? 'ANAK ' : ''}${luck.pick(bornean)}`
    case 'Chinese':
      return `${luck.pick(chineseFamilies)} ${luck.pick(her ? chineseWomen : chineseMen)}`
    default:
      return `${luck.pick(her ? ['SARAH', 'EMILY', 'YUKI', 'CLAIRE'] : ['DAVID', 'KENJI', 'THOMAS', 'MARC'])} ${luck.pick(['ROZARIO', 'DE SOUZA', 'TANAKA', 'MARTIN', 'PEREIRA', 'WILSON'])}`
  }
}

/** Returns a Malaysian identity card number (YYMMDD, place, serial number that is odd for men) or a passport number. */
function identity(
  birthDate: string,
  gender: string,
  placeCode: string,
  luck: RandomSource,
  usedNumbers: Set<string>,
): readonly [string, string] {
  for (;;) {
    const passport = luck.odds(0.03)
    const last = luck.between(0, 4) * 2 + (gender === 'Male' ? 1 : 0)
    const id = passport
      ? `A${luck.between(10_000_000, 99_999_999)}`
      : `${birthDate.slice(2).replaceAll('-', '')}${placeCode}${luck.between(100, 999)}${last}`
    if (usedNumbers.has(id)) continue
    usedNumbers.add(id)
    return [passport ? 'Passport' : 'NRIC', id]
  }
}

function addressIn(state: string, luck: RandomSource) {
  const [postcode, city] = luck.pick(demoPostcodes.filter((row) => row[2] === state))
  return {
    line1: `${luck.between(1, 188)}, ${luck.pick(streets)}${luck.odds(0.4) ? ` ${luck.between(1, 12)}/${luck.between(1, 40)}` : ''}`,
    postcode,
    city,
    state,
  }
}

const two = (number: number) => String(number).padStart(2, '0')
