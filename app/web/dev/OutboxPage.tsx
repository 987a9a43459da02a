import { useQuery } from '@tanstack/react-query'
import { devOutbox, type OutboxMessage } from '#kit/contract/outbox.ts'
import { call } from '#kit/web/call.ts'
import { formatInstant } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import './outbox.css'

const REFRESH_MS = 3_000

/** Shows the one-time codes and messages of the demo, which are not really sent. */
export function OutboxPage() {
  const t = useT()
  const { data, error } = useQuery({
    queryKey: [devOutbox.path],
    queryFn: () => call(devOutbox, {}),
    refetchInterval: REFRESH_MS,
  })
  return (
    <main className="outbox">
      <title>{t('access:demo.inbox')}</title>
      <h1>{t('access:demo.inbox')}</h1>
      <p>{t('app:outbox.about')}</p>
      <div aria-live="polite">
        {error && <p role="alert">{errorText(error).description}</p>}
        {data?.length === 0 && <p>{t('app:outbox.empty')}</p>}
        {data?.map((message) => (
          <OutboxEntry key={`${message.SentAt} ${message.To} ${message.Body}`} message={message} />
        ))}
      </div>
    </main>
  )
}

function OutboxEntry({ message: { To, Channel, Subject, Body, SentAt } }: { message: OutboxMessage }) {
  return (
    <article>
      <header>
        <h2>{Subject || Channel}</h2>
        <time dateTime={SentAt}>{formatInstant(SentAt)}</time>
      </header>
      <small>{`${Channel} · ${To}`}</small>
      <p>{Body}</p>
    </article>
  )
}
