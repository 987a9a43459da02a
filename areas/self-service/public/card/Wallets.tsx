import { useT } from '#kit/public/texts.ts'
import { apiBase } from '#kit/web/call.ts'
import { getOwnPass, type OwnCard } from '../../contract.ts'

/** The card in the phone's own wallet, where the company has set one up; else nothing is offered. */
export function Wallets({ wallets: { AppleYN, GoogleUrl } }: { wallets: OwnCard['Wallets'] }) {
  const t = useT()
  if (AppleYN === 'N' && GoogleUrl === null) return null
  return (
    <div className="own-wallets">
      {AppleYN === 'Y' && (
        <a className="pub-button own-wallet" href={apiBase + getOwnPass.path}>
          {t('self-service:wallet.apple')}
        </a>
      )}
      {GoogleUrl && (
        <a className="pub-button own-wallet" href={GoogleUrl} rel="noreferrer">
          {t('self-service:wallet.google')}
        </a>
      )}
    </div>
  )
}
