// The lookup lists of the house, in the order in which they are offered.

export const brands = ['Carat', 'Carat Bridal', 'Serikandi', 'Lumière', 'Golden Vow', 'Little Gem'] as const

export const malaysianStates = [
  'Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah',
  'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya',
]

export const lists: Record<string, readonly string[]> = {
  Brand: brands,
  Salutation: ['Mr', 'Ms', 'Mrs', 'Madam', 'Dr', 'Prof', 'Encik', 'Cik', 'Puan', 'Dato’', 'Datin', 'Tan Sri', 'Puan Sri'],
  IDType: ['NRIC', 'Passport', 'Army/Police', 'Birth certificate', 'Other'],
  Gender: ['Female', 'Male'],
  Race: ['Malay', 'Chinese', 'Indian', 'Kadazan-Dusun', 'Iban', 'Other'],
  Language: ['English', 'Malay', 'Chinese', 'Tamil'],
  SpokenLanguage: ['English', 'Malay', 'Mandarin', 'Cantonese', 'Hokkien', 'Tamil', 'Japanese', 'French'],
  ProfessionLevel: ['Student', 'Executive', 'Manager', 'Director', 'Professional', 'Business owner', 'Civil servant', 'Homemaker', 'Retired'],
  MonthlyIncomeRange: ['Below RM 3,000', 'RM 3,000 - 5,999', 'RM 6,000 - 9,999', 'RM 10,000 - 19,999', 'RM 20,000 and above'],
  WhereYouKnowUs: ['Walk-in', 'Friend or family', 'Facebook', 'Instagram', 'Google', 'Wedding fair', 'Newspaper', 'Radio', 'Mall event'],
  Currency: ['MYR', 'SGD', 'USD', 'BND'],
  Country: ['Malaysia', 'Singapore', 'Brunei', 'Indonesia', 'Thailand', 'China', 'India', 'Japan', 'France', 'United Kingdom', 'Australia', 'United States'],
  MalaysianState: malaysianStates,
  ProductType: ['Ring', 'Necklace', 'Bracelet', 'Earrings', 'Pendant', 'Bangle', 'Watch', 'Gold bar', 'Service', 'Gift card'],
  MaritalStatus: ['Single', 'Married', 'Divorced', 'Widowed'],
  AddressType: ['Home', 'Office', 'Mailing', 'Other'],
  ConsentChannel: ['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'],
}

type ProductGroup = { code: string; name: string; type: string; earns: 'Y' | 'N' }

export const productGroups: readonly ProductGroup[] = [
  { code: 'DIA-RING', name: 'Diamond rings', type: 'Ring', earns: 'Y' },
  { code: 'BRIDAL', name: 'Engagement and wedding bands', type: 'Ring', earns: 'Y' },
  { code: 'DIA-NECK', name: 'Diamond necklaces', type: 'Necklace', earns: 'Y' },
  { code: 'DIA-EAR', name: 'Diamond earrings', type: 'Earrings', earns: 'Y' },
  { code: 'PENDANT', name: 'Pendants', type: 'Pendant', earns: 'Y' },
  { code: 'GOLD-916', name: '916 gold jewellery', type: 'Bangle', earns: 'Y' },
  { code: 'BRACELET', name: 'Bracelets and charms', type: 'Bracelet', earns: 'Y' },
  { code: 'PEARL', name: 'Pearls', type: 'Necklace', earns: 'Y' },
  { code: 'WATCH', name: 'Watches', type: 'Watch', earns: 'Y' },
  { code: 'GOLD-INV', name: 'Investment gold', type: 'Gold bar', earns: 'N' },
  { code: 'GIFTCARD', name: 'Gift cards', type: 'Gift card', earns: 'N' },
  { code: 'REPAIR', name: 'Repair deposits', type: 'Service', earns: 'N' },
]

export const stockGroups: readonly (readonly [string, string])[] = [
  ['D01', 'Diamond, below 0.50 ct'],
  ['D02', 'Diamond, 0.50 ct and above'],
  ['G01', 'Gold 916'],
  ['G02', 'Gold 999'],
  ['P01', 'Pearl'],
  ['S01', 'Silver'],
  ['W01', 'Watches'],
  ['X01', 'Accessories'],
]

/** A few places of each state; the whole table can be imported from a file. */
export const postcodes: readonly (readonly [string, string, string])[] = [
  ['50050', 'Kuala Lumpur', 'Kuala Lumpur'], ['50250', 'Kuala Lumpur', 'Kuala Lumpur'], ['50450', 'Kuala Lumpur', 'Kuala Lumpur'],
  ['50480', 'Kuala Lumpur', 'Kuala Lumpur'], ['51200', 'Kuala Lumpur', 'Kuala Lumpur'], ['55100', 'Kuala Lumpur', 'Kuala Lumpur'],
  ['57000', 'Kuala Lumpur', 'Kuala Lumpur'], ['59000', 'Kuala Lumpur', 'Kuala Lumpur'], ['40000', 'Shah Alam', 'Selangor'],
  ['43000', 'Kajang', 'Selangor'], ['46000', 'Petaling Jaya', 'Selangor'], ['47300', 'Petaling Jaya', 'Selangor'],
  ['47500', 'Subang Jaya', 'Selangor'], ['47810', 'Petaling Jaya', 'Selangor'], ['68000', 'Ampang', 'Selangor'],
  ['10050', 'George Town', 'Pulau Pinang'], ['10250', 'George Town', 'Pulau Pinang'], ['11900', 'Bayan Lepas', 'Pulau Pinang'],
  ['80000', 'Johor Bahru', 'Johor'], ['81100', 'Johor Bahru', 'Johor'], ['81300', 'Skudai', 'Johor'], ['84000', 'Muar', 'Johor'],
  ['30000', 'Ipoh', 'Perak'], ['31400', 'Ipoh', 'Perak'], ['34000', 'Taiping', 'Perak'], ['88000', 'Kota Kinabalu', 'Sabah'],
  ['88300', 'Kota Kinabalu', 'Sabah'], ['90000', 'Sandakan', 'Sabah'], ['93000', 'Kuching', 'Sarawak'], ['98000', 'Miri', 'Sarawak'],
  ['75000', 'Melaka', 'Melaka'], ['70000', 'Seremban', 'Negeri Sembilan'], ['25000', 'Kuantan', 'Pahang'], ['05000', 'Alor Setar', 'Kedah'],
  ['15000', 'Kota Bharu', 'Kelantan'], ['20000', 'Kuala Terengganu', 'Terengganu'], ['01000', 'Kangar', 'Perlis'],
  ['62000', 'Putrajaya', 'Putrajaya'], ['87000', 'Labuan', 'Labuan'],
]
