import { useT } from '#kit/web/i18n.ts'
import './access.css'

export type DemoAccount = { username: string; password: string }

const PASSWORD = 'diamond-counter-42'

/** The accounts that the seed of the demo creates. */
export function useDemoAccounts() {
  const t = useT()
  return [
    { username: 'hq', about: t('access:demo.hq') },
    { username: 'hq.approver', about: t('access:demo.approver') },
    { username: 'hq.analyst', about: t('access:demo.analyst') },
    { username: 'outlet', about: t('access:demo.outlet') },
    { username: 'outlet.manager', about: t('access:demo.manager') },
  ]
}

/** Lists the accounts of the demo. Other servers do not have these accounts, so they do not show the list. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const t = useT()
  const accounts = useDemoAccounts()
  return (
    <section className="plain-box demo-accounts" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('access:demo.title')}</h2>
      <p>
        {t('access:demo.password')} <code>{PASSWORD}</code>
      </p>
      <ul>
        {accounts.map(({ username, about }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose({ username, password: PASSWORD })}>
              <strong>{username}</strong>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a href="dev/outbox" target="_blank" rel="noreferrer">
          {t('access:demo.inbox')}
        </a>
      </p>
    </section>
  )
}
