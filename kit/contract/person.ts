// Formats personal names by Malay, Chinese, Indian and other customs.
// Never uses the father's name as a form of address or for initials.

/** Words that precede the father's name and mean "son of" or "daughter of". */
const PARTICLES = '(bin|binti|bte?|ibn|a/[lp]|[sd]/o|anak)'
/** Chinese family names as spelled in Malaysia and Singapore. The set is marked pure, so that bundlers can drop it. */
const CHINESE_FAMILY_NAMES = /* @__PURE__ */ new Set(
  /* @__PURE__ */ `ang au aw bong boo cha chai chan chang chau cheah chee chen cheng cheong chew chia chiam chiang chiew chin ching chong choo choong
  chow choy chu chua chui chung fong foo fung gan goh gooi hee heng heong ho hoe hong hoo hor how hsu hu huang hui hung ip kam kang kee
  keh khaw khoo khor kho kim ko koay koe koh kok kong koo kow ku kuan kuok kwa kwan kwok kwong lai lam lau law lay lee leong leow leung
  liew lim lin ling liow loh loi loke loo looi lou low lu lui luk lum mah mak moh mok mui na neo neoh ng ngoh ngu oei oh ong ooi oon oong
  pan pang pau peh phang phua poh poon pua puah quah quek saw seah see seet seow sia siah siew sim sin siow soh song soo soon su tai tam
  tan tang tay te teh teng teo teoh thong thum tiew ting toh tok tong too toong tsai tsang tse tung voon wang wee wong woo woon wu xu yam
  yang yap yau yee yeo yeoh yeow yew yin yip yong yow yu yuen zhang zhao zheng zhou zhu`.split(/\s+/),
)
/** Matches a Chinese, Japanese or Korean character. */
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/

/** NUR AISYAH BINTI RAHMAN → Nur Aisyah binti Rahman. A name with lower-case letters stays unchanged. */
export function formatPersonName(fullName: string): string {
  const name = words(fullName).join(' ')
  const spelled =
    name !== name.toUpperCase()
      ? name
      : name.toLowerCase().replace(/(^|[\s'’.(@/-])\p{L}/gu, (begin) => begin.toUpperCase())
  return spelled.replace(new RegExp(` ${PARTICLES}(?= |$)`, 'gi'), (particle) => particle.toLowerCase())
}

/** Shortens a name for lists by dropping the particle: Siti Rohani binti Hashim → Siti Rohani Hashim. */
export const shortenPersonName = (fullName: string): string =>
  words(formatPersonName(fullName))
    .filter((word, index) => index === 0 || !isParticle(word))
    .join(' ')

/** Returns the form of address: the preferred name, the family name of a Chinese name, or else the given name. */
export function nameForGreeting(fullName: string, preferred?: string | null): string {
  if (preferred?.trim()) return formatPersonName(preferred)
  const name = formatPersonName(fullName)
  return isChinese(words(name)) ? words(name)[0]! : givenName(name)
}

/** Returns two letters for an avatar: NA for Nur Aisyah binti Rahman, LC for Lim Chee Keong, 小明 for 王小明. */
export function initialsOfName(fullName: string): string {
  const name = formatPersonName(fullName)
  if (CJK.test(name)) return [...name.replace(/\s/g, '')].slice(-2).join('')
  const given = words(givenName(name))
  const [first = '', second] = given.length > 1 || hasParticle(name) ? given : words(name)
  const letters = hasParticle(name) || isChinese(words(name)) ? [first, second] : [first, second && words(name).at(-1)]
  return (letters[1] ? letterOf(first) + letterOf(letters[1]) : letterOf(first, 2)).toUpperCase()
}

const words = (name: string) => name.split(/\s+/).filter(Boolean)
const isParticle = (word: string) => new RegExp(`^${PARTICLES}$`, 'i').test(word)
const hasParticle = (name: string) => words(name).some((word, index) => index > 0 && isParticle(word))
const isChinese = (parts: readonly string[]) =>
  parts.length >= 2 && parts.length <= 4 && CHINESE_FAMILY_NAMES.has((parts[0] ?? '').toLowerCase())

/** Returns the name before the particle, or the whole name if it has no particle. */
function givenName(name: string): string {
  const parts = words(name)
  const end = parts.findIndex((word, index) => index > 0 && isParticle(word))
  return (end < 0 ? parts : parts.slice(0, end)).join(' ')
}

const letterOf = (word: string, count = 1) => [...word.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, count).join('')
