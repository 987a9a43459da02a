import { Button, Modal } from 'antd'
import { CheckIcon, CircleCheckIcon, CircleMinusIcon, CircleXIcon, HistoryIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatDate } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { Timeline } from '#kit/web/Timeline.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { chooseDisplayedText } from '../../contract/consent-wordings.ts'
import { addConsent, type Consent, ConsentChannel, listConsents, WordingLanguage } from '../../contract/consents.ts'
import { type CustomerView, isCustomerEditable } from '../../contract/customers.ts'
import { useConsentWording } from '../wordings/useWording.ts'
import '../customers.css'

/** The card with the current consents of a customer by channel, and the history of their changes. */
export function ConsentsCard({ customer }: { customer: CustomerView }) {
  const t = useT()
  const labels = useLabels('customers')
  const [language, setLanguage] = useState<WordingLanguage>(currentLanguage())
  const { textOf, wordingOf, languagesOf, failed } = useConsentWording(language)
  const { has } = useSession()
  const [changed, setChanged] = useState<ConsentChannel>()
  const [history, setHistory] = useState(false)
  const writes = has('Customer') && isCustomerEditable(customer)
  const ask = (channel: ConsentChannel) => {
    setLanguage(currentLanguage())
    setChanged(channel)
  }
  const latest = (channel: ConsentChannel) => customer.Consents.find(({ Channel }) => Channel === channel)
  return (
    <Card
      title={t('customers:consent.mayContact')}
      extra={
        has('Customer') && (
          <Button type="link" size="small" icon={<HistoryIcon aria-hidden />} onClick={() => setHistory(true)}>
            {t('kit:history.open')}
          </Button>
        )
      }
    >
      <Row as="ul">
        {ConsentChannel.options.map((channel) => (
          <li key={channel}>
            <ConsentState
              consent={latest(channel)}
              name={labels.value('Channel', channel)}
              onChange={writes ? () => ask(channel) : undefined}
            />
          </li>
        ))}
      </Row>
      <FormDialog
        area="customers"
        title={t('customers:consent.changeOf', { channel: changed ? labels.value('Channel', changed) : '' })}
        open={changed !== undefined}
        onClose={() => setChanged(undefined)}
        call={addConsent}
        initial={{
          GrantedYN: changed && latest(changed)?.GrantedYN === 'Y' ? 'N' : 'Y',
          Source: 'Counter',
          WordingLanguage: changed && wordingOf(changed).WordingLanguage,
        }}
        fixed={{
          CustomerId: customer.CustomerId,
          ...(changed && { Channel: changed, WordingVersion: wordingOf(changed).WordingVersion }),
        }}
        fields={[
          'GrantedYN',
          'Source',
          {
            name: 'WordingLanguage',
            help: 'customers:consent.languageHelp',
            choices: changed ? languagesOf(changed) : [],
            show: ({ GrantedYN }) => GrantedYN === 'Y',
          },
        ]}
        onValues={({ WordingLanguage: selected }) =>
          setLanguage(WordingLanguage.safeParse(selected).data ?? currentLanguage())
        }
        note={
          changed &&
          (failed ? (
            <ErrorState {...failed} />
          ) : (
            <blockquote className="carat-quote" lang={wordingOf(changed).WordingLanguage}>
              {textOf(changed)}
            </blockquote>
          ))
        }
        done="customers:consent.recorded"
        failed="customers:consent.failed"
      />
      <Modal
        open={history}
        onCancel={() => setHistory(false)}
        footer={null}
        title={t('customers:consent.historyOf', { name: customer.FullName })}
        destroyOnHidden
      >
        <ConsentHistory CustomerId={customer.CustomerId} />
      </Modal>
    </Card>
  )
}

type StateProps = { consent: Consent | undefined; name: string; onChange: (() => void) | undefined }

/** The button with the consent of one channel, which opens the dialog. The tooltip shows when and how it was given. */
function ConsentState({ consent, name, onChange }: StateProps) {
  const t = useT()
  const labels = useLabels('customers')
  const state = !consent ? 'unasked' : consent.GrantedYN === 'Y' ? 'granted' : 'withdrawn'
  const icon = {
    unasked: <CircleMinusIcon aria-hidden />,
    granted: <CheckIcon aria-hidden />,
    withdrawn: <XIcon aria-hidden />,
  }
  const about = !consent
    ? t('customers:consent.notAsked')
    : t(consent.GrantedYN === 'Y' ? 'customers:consent.agreed' : 'customers:consent.withdrawn', {
        date: formatDate(consent.RecordedAt),
        source: labels.value('Source', consent.Source),
      })
  const badge = (
    <>
      {icon[state]} {name}
      <span className="carat-unseen">: {about}</span>
    </>
  )
  const look = `carat-consent carat-consent-${state}`
  return onChange ? (
    <button
      type="button"
      className={look}
      title={`${about} · ${t('customers:consent.changeOf', { channel: name })}`}
      onClick={onChange}
    >
      {badge}
    </button>
  ) : (
    <span className={look} title={about}>
      {badge}
    </span>
  )
}

const HISTORY_MAX = 100

function ConsentHistory({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const labels = useLabels('customers')
  const { data, error, refetch } = useRead(listConsents, { Rows: HISTORY_MAX, Search: { CustomerId } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  if (data.rows.length === 0) return <EmptyState title={t('customers:consent.none')} />
  return (
    <Timeline
      label={t('kit:history.open')}
      items={data.rows.map((row) => ({
        key: `${row.ConsentId}`,
        icon: row.GrantedYN === 'Y' ? <CircleCheckIcon /> : <CircleXIcon />,
        tone: row.GrantedYN === 'Y' ? 'good' : 'notice',
        title: t(row.GrantedYN === 'Y' ? 'customers:feed.agreed' : 'customers:feed.withdrew', {
          channel: labels.value('Channel', row.Channel),
        }),
        time: row.RecordedAt,
        by: [row.RecordedByName, row.OutletCode].filter(Boolean).join(' · ') || undefined,
        body: <ConsentDetails consent={row} />,
      }))}
    />
  )
}

/** Returns a text with the source of a consent and its wording. */
function ConsentDetails({
  consent: { Source, WordingVersion, WordingLanguage: read, Wording, GrantedYN },
}: {
  consent: Consent
}) {
  const t = useT()
  const labels = useLabels('customers')
  return (
    <>
      {t(read ? 'customers:consent.howRead' : 'customers:consent.how', {
        source: labels.value('Source', Source),
        version: WordingVersion,
        ...(read && { language: labels.value('Language', read) }),
      })}
      {GrantedYN === 'Y' && (
        <blockquote className="carat-quote" {...(read && { lang: read })}>
          {Wording ? chooseDisplayedText(Wording, read ?? currentLanguage()) : t('customers:consent.textNotStored')}
        </blockquote>
      )}
    </>
  )
}
