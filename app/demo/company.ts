import { type Privilege, privileges, type Role, reportRoles, roles, systemAccountScopes } from '#areas/access/roles.ts'

// Staff, outlets, roles and accounts of the demo company.

// The outlet lists of the specification contain buildings of the types 1, 4 and 5.
export const demoBuildings = [
  { code: 'HQ', name: 'Head Office', type: 1, phone: '+60321700100' },
  { code: 'KL1', name: 'Kuala Lumpur, Bukit Bintang', type: 4, phone: '+60321450110' },
  { code: 'PJ1', name: 'Petaling Jaya, Bandar Utama', type: 4, phone: '+60377260120' },
  { code: 'PG1', name: 'George Town, Gurney Drive', type: 4, phone: '+6042280130' },
  { code: 'JB1', name: 'Johor Bahru, City Square', type: 4, phone: '+6072240140' },
  { code: 'IP1', name: 'Ipoh, Old Town', type: 4, phone: '+6052550150' },
  { code: 'KK1', name: 'Kota Kinabalu, Waterfront', type: 5, phone: '+6088230160' },
] as const

export const demoOutletCodes = demoBuildings.filter(({ code }) => code !== 'HQ').map(({ code }) => code)

export const demoDepartments = [
  ['SAL', 'Sales'],
  ['CRM', 'Customer Relations'],
  ['MKT', 'Marketing'],
  ['FIN', 'Finance'],
  ['ITD', 'Information Technology'],
] as const

type StaffSeed = {
  fullName: string
  preferredName: string
  jobTitle: string
  type: 'HQ' | 'Outlet Staff' | 'Outlet Manager'
  building: string
  department: string
  salesPersonCode: string | null
  username: string | null
}

const headOffice: readonly (readonly [string, string, string, string, string | null])[] = [
  ['NUR AISYAH BINTI RAHMAN', 'Aisyah', 'CRM Director', 'CRM', 'hq'],
  ['LIM WEI SHAN', 'Wei Shan', 'Loyalty Manager', 'CRM', 'hq.approver'],
  ['KAVITHA A/P SUBRAMANIAM', 'Kavitha', 'Business Analyst', 'FIN', 'hq.analyst'],
  ['AHMAD FAIZAL BIN ISMAIL', 'Faizal', 'Campaign Executive', 'MKT', null],
  ['TAN JIA HUI', 'Jia Hui', 'Customer Care Executive', 'CRM', null],
  ['DANIEL RAJ A/L PERUMAL', 'Daniel', 'Systems Engineer', 'ITD', null],
  ['SITI HAJAR BINTI OMAR', 'Hajar', 'Accountant', 'FIN', null],
]

const counter: Record<string, readonly string[]> = {
  KL1: [
    'CHONG MEI LING',
    'MUHAMMAD HAFIZ BIN ZAKARIA',
    'PRIYA A/P GANESAN',
    'WONG KAH YEE',
    'NORAINI BINTI YUSOF',
    'LEE CHUN KIT',
  ],
  PJ1: [
    'ONG SIEW LAN',
    'FARAH BINTI AZMAN',
    'VICTOR ANTHONY A/L JOSEPH',
    'CHAN PUI YEE',
    'AMIRUL BIN HASSAN',
    'GOH LI TING',
  ],
  PG1: ['KHOR BEE HOON', 'TEOH ZHI HAO', 'SHANTI A/P MUTHU', 'AZLINA BINTI IDRIS', 'OOI SHU FEN'],
  JB1: [
    'NG CHEE KEONG',
    'ROSLINA BINTI MD NOOR',
    'YAP SIN YEE',
    'HARVINDER KAUR A/P BALDEV SINGH',
    'SUHAILA BINTI KAMAL',
  ],
  IP1: ['FOO YOKE CHENG', 'LAW HUI MIN', 'ZULKIFLI BIN ABDULLAH', 'UMA DEVI A/P RAMASAMY', 'LEONG WAI MUN'],
  KK1: [
    'JOSEPHINE ANAK JUNAIDI',
    'MARIA BINTI MAJALAP',
    'CHIN FUI FUI',
    'RAYMOND LOJUTIN',
    'HASNAH BINTI TAMIN',
    'LIEW SU LING',
  ],
}

/** The demo's staff: first head office, then a manager and counter staff for each outlet. */
export const demoStaff: readonly StaffSeed[] = [
  ...headOffice.map(
    ([fullName, preferredName, jobTitle, department, username]): StaffSeed => ({
      fullName,
      preferredName,
      jobTitle,
      type: 'HQ',
      building: 'HQ',
      department,
      salesPersonCode: null,
      username,
    }),
  ),
  ...Object.entries(counter).flatMap(([building, names]) =>
    names.map(
      (fullName, index): StaffSeed => ({
        fullName,
        preferredName: preferred(fullName),
        jobTitle: index === 0 ? 'Boutique Manager' : 'Jewellery Consultant',
        type: index === 0 ? 'Outlet Manager' : 'Outlet Staff',
        building,
        department: 'SAL',
        salesPersonCode: `${building}${String(index + 1).padStart(2, '0')}`,
        username: building === 'KL1' ? ([`outlet.manager`, 'outlet'][index] ?? null) : null,
      }),
    ),
  ),
]

function preferred(fullName: string) {
  const [first = '', ...rest] = fullName.split(' ')
  // Chinese names start with the family name, and some Malay first names are never used alone.
  const chinese =
    rest.length === 2 && rest.every((word) => word.length <= 5) && !/^(BINTI?|A\/[LP]|ANAK)$/.test(rest[0]!)
  const name = chinese ? rest.join(' ') : ['MUHAMMAD', 'NUR', 'SITI'].includes(first) ? rest[0]! : first
  return name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

type Rights = { roles: readonly Role[]; privileges: readonly Privilege[] }

const all: Rights = { roles, privileges }
const outlet: readonly Role[] = [
  'Dashboard',
  'Customer',
  'Self-Service URL Generator',
  'Claim Rewards',
  'Collect Rewards',
  'Redeem Rewards',
  'Tasks',
  'Customer Transaction',
  'Feedback',
]

export const rightsOfDemoAccounts: Record<string, Rights> = {
  hq: all,
  'hq.approver': all,
  'hq.analyst': { roles: ['Dashboard', ...reportRoles], privileges: ['View Sales Information'] },
  outlet: { roles: outlet, privileges: [] },
  'outlet.manager': {
    roles: [
      ...outlet,
      'Cancel Claim Rewards',
      'Cancel Redeem Rewards',
      'Cancel Collect Rewards',
      'Referrer Listing',
      'Update Member Listing',
    ],
    privileges: [],
  },
}

export const DEMO_PASSWORD = 'diamond-counter-42'
export const demoTillAccount = { username: 'pos', scopes: systemAccountScopes, outlet: 'KL1' }
