import { useT } from '#kit/public/texts.ts'
import { apiBaseUrl } from '#kit/web/call.ts'
import { getOwnPass, type OwnCard } from '../../contract.ts'

/** Buttons that add the card to the phone's wallet; a wallet that is not configured has no button. */
export function WalletButtons({ wallets: { AppleYN, GoogleUrl } }: { wallets: OwnCard['Wallets'] }) {
  const t = useT()
  if (AppleYN === 'N' && GoogleUrl === null) return null
  return (
    <div className="own-wallets">
      {AppleYN === 'Y' && (
        <a className="pub-button own-wallet" href={apiBaseUrl + getOwnPass.path}>
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
