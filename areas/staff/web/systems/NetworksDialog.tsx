import { Modal } from 'antd'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import type { SystemAccount } from '../../../access/contract/system-accounts.ts'

/** Dialog with the networks from which a program has signed in, the last used one first. */
export function NetworksDialog({ account, onClose }: { account: SystemAccount | undefined; onClose: () => void }) {
  const t = useT()
  const title = t('staff:system.networksOf', { name: account?.Username ?? '' })
  return (
    <Modal open={account !== undefined} title={title} footer={null} onCancel={onClose} destroyOnHidden>
      {account?.UsedNetworks.length === 0 && <p>{t('staff:system.noNetworks')}</p>}
      <ul className="carat-entries" aria-label={title}>
        {account?.UsedNetworks.map(({ Network, FirstSeenAt, LastSeenAt }) => (
          <li key={Network}>
            <div className="carat-entry">
              <code dir="ltr">{Network}</code>
              <Muted as="small">
                {t('staff:system.networkTimes', { first: formatInstant(FirstSeenAt), last: formatInstant(LastSeenAt) })}
              </Muted>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
