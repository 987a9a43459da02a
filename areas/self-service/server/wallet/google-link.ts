import { sign } from 'node:crypto'
import type { Ctx } from '#kit/server/ctx.ts'
import type { OwnCard } from '../../contract.ts'
import type { WalletConfiguration } from './wallets.ts'

const SAVE = 'https://pay.google.com/gp/v/save/'
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates the "Save to Google Wallet" link, which contains the signed card; Google gets no data before its use. */
export function createGoogleLink(
  { MembershipNo, QrPayload, Company, CardGroupName, FullName, PreferredName, Available }: Omit<OwnCard, 'Wallets'>,
  { issuerId, account, key }: NonNullable<WalletConfiguration['google']>,
  { now, services: { publicUrl, webUrl } }: Pick<Ctx, 'now' | 'services'>,
): string {
  const classId = `${issuerId}.carat-card`
  const claims = {
    iss: account,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: publicUrl ? [publicUrl] : [],
    payload: {
      loyaltyClasses: [
        {
          id: classId,
          issuerName: Company,
          programName: CardGroupName,
          programLogo: { sourceUri: { uri: `${webUrl}/icons/card-512.png` } },
          hexBackgroundColor: '#172a55',
          reviewStatus: 'UNDER_REVIEW',
        },
      ],
      loyaltyObjects: [
        {
          id: `${issuerId}.${MembershipNo}`,
          classId,
          state: 'ACTIVE',
          accountId: MembershipNo,
          accountName: PreferredName ?? FullName,
          barcode: { type: 'QR_CODE', value: QrPayload, alternateText: MembershipNo },
          loyaltyPoints: { label: 'Points', balance: { int: Available } },
        },
      ],
    },
  }
  const text = `${encodePart({ alg: 'RS256', typ: 'JWT' })}.${encodePart(claims)}`
  return `${SAVE}${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
