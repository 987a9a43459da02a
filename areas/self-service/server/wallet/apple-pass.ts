import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PKPass } from 'passkit-generator'
import type { OwnCard, PageLanguage } from '../../contract.ts'
import type { WalletConfiguration } from './wallets.ts'

const images = join(import.meta.dirname, 'images')

const words: Record<PageLanguage, { card: string; points: string; tier: string; name: string; since: string }> = {
  en: { card: 'Membership card', points: 'Points', tier: 'Tier', name: 'Member', since: 'Member since' },
  zh: { card: '会员卡', points: '积分', tier: '等级', name: '会员', since: '入会日期' },
  fr: { card: 'Carte de membre', points: 'Points', tier: 'Niveau', name: 'Membre', since: 'Membre depuis' },
  ja: { card: '会員証', points: 'ポイント', tier: 'ランク', name: '会員', since: 'ご入会日' },
}

/** Creates the signed Apple Wallet pass of a member card with the counter's code, the current points and the tier. */
export function createApplePass(
  card: OwnCard,
  apple: NonNullable<WalletConfiguration['apple']>,
  language: PageLanguage,
): Buffer {
  const { MembershipNo, QrPayload, Company, CardCategoryName, Available, FullName, PreferredName, JoinDate } = card
  const labels = words[language]
  const pass = new PKPass(
    Object.fromEntries(readdirSync(images).map((name) => [name, readFileSync(join(images, name))])),
    {
      wwdr: apple.wwdr,
      signerCert: apple.certificate,
      signerKey: apple.key,
      ...(apple.passphrase && { signerKeyPassphrase: apple.passphrase }),
    },
    {
      passTypeIdentifier: apple.passTypeId,
      teamIdentifier: apple.teamId,
      serialNumber: MembershipNo,
      organizationName: Company,
      description: `${labels.card}, ${Company}`,
      logoText: Company,
      backgroundColor: 'rgb(23, 42, 85)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(198, 214, 251)',
    },
  )
  pass.type = 'storeCard'
  pass.primaryFields.push({ key: 'points', label: labels.points, value: Available })
  if (CardCategoryName) pass.secondaryFields.push({ key: 'tier', label: labels.tier, value: CardCategoryName })
  pass.secondaryFields.push({ key: 'name', label: labels.name, value: PreferredName ?? FullName })
  pass.auxiliaryFields.push({
    key: 'since',
    label: labels.since,
    value: `${JoinDate}T00:00:00Z`,
    dateStyle: 'PKDateStyleMedium',
    ignoresTimeZone: true,
  })
  pass.setBarcodes({
    message: QrPayload,
    format: 'PKBarcodeFormatQR',
    messageEncoding: 'iso-8859-1',
    altText: MembershipNo,
  })
  return pass.getAsBuffer()
}
