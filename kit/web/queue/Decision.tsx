import { Button, type GetRef, Input } from 'antd'
import { HistoryIcon, TriangleAlertIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { type ConfirmationQuestion, ConfirmDialog } from '../ConfirmAction.tsx'
import { useIsOffline } from '../connection.ts'
import { useT } from '../i18n.ts'
import { useShortcut } from '../shortcuts.ts'
import './queue.css'

// The parts of a review in a queue: changes, reasons, warnings and the decision bar.

const REASON_MAX = 300

type BarProps = {
  approve: {
    /** The label of the button, for example 'Approve Gold'. */
    label: string
    run: (reason: string) => Promise<unknown>
    /** True if the request cannot be approved in its current state. */
    blocked?: boolean
    /** The question before an irreversible approval. The question names the person and the change. */
    ask?: Omit<ConfirmationQuestion, 'reason' | 'type'> | undefined
  }
  reject?: {
    label: string
    question: { title: string; body?: ReactNode; ok?: string }
    run: (reason: string) => Promise<unknown>
  }
  /** Asks the approver for a reason, which is optional or required. */
  reason?: { label: string; required?: boolean }
}

/** Approves or rejects a request. The key A focuses Approve, and the key R asks for the reason of a rejection. */
export function DecisionBar({ approve, reject, reason }: BarProps) {
  const t = useT()
  const offline = useIsOffline()
  const field = useRef<GetRef<typeof Input>>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const [running, setRunning] = useState(false)
  const isFree = !running && asking === undefined
  useShortcut('a', 'kit:queue.toApprove', () => button.current?.focus(), { enabled: isFree && !approve.blocked })
  useShortcut('r', 'kit:verbs.reject', () => setAsking('reject'), { enabled: isFree && reject !== undefined })

  const run = async () => {
    setRunning(true)
    // Ignores the error of the decision, because the call has already notified the user.
    await approve.run(text.trim()).catch(() => {})
    setRunning(false)
  }
  const begin = () => {
    if (reason?.required && text.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    if (approve.ask) setAsking('approve')
    else void run()
  }

  return (
    <>
      {reason && (
        <ReasonField
          {...reason}
          field={field}
          text={text}
          missing={missing}
          onText={(typed) => {
            setText(typed)
            setMissing(false)
          }}
          onEnter={() => button.current?.focus()}
        />
      )}
      {reject && (
        <Button danger disabled={offline || !isFree} onClick={() => setAsking('reject')} aria-keyshortcuts="R">
          {reject.label}
        </Button>
      )}
      <Button
        ref={button}
        type="primary"
        disabled={approve.blocked || offline}
        loading={running}
        onClick={begin}
        aria-keyshortcuts="A"
      >
        {approve.label}
      </Button>
      {reject && (
        <ConfirmDialog
          open={asking === 'reject'}
          question={{
            ok: t('kit:verbs.reject'),
            ...reject.question,
            danger: true,
            reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
          }}
          onClose={() => setAsking(undefined)}
          run={reject.run}
        />
      )}
      {approve.ask && (
        <ConfirmDialog
          open={asking === 'approve'}
          question={{ ok: approve.label, ...approve.ask }}
          onClose={() => setAsking(undefined)}
          run={() => approve.run(text.trim())}
        />
      )}
    </>
  )
}

type ReasonProps = NonNullable<BarProps['reason']> & {
  field: RefObject<GetRef<typeof Input> | null>
  text: string
  missing: boolean
  onText: (text: string) => void
  onEnter: () => void
}

function ReasonField({ label, required = false, field, text, missing, onText, onEnter }: ReasonProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="carat-queue-reason">
      <Input
        ref={field}
        value={text}
        maxLength={REASON_MAX}
        placeholder={required ? `${label} *` : label}
        aria-label={label}
        aria-required={required}
        aria-invalid={missing}
        aria-describedby={missing ? id : undefined}
        {...(missing && { status: 'error' as const })}
        onChange={({ target }) => onText(target.value)}
        onPressEnter={(event) => {
          // The Enter in this input must not also activate the button that has the focus now.
          event.preventDefault()
          onEnter()
        }}
      />
      {missing && (
        <div id={id} role="alert" className="carat-bad">
          {t('kit:queue.reasonNeeded')}
        </div>
      )}
    </div>
  )
}

/** One changed value in a review. Omit `now` if the record has no current value, such as an effective date. */
type Change = { key: string; what: ReactNode; now?: ReactNode; after: ReactNode }

type ChangesProps = {
  rows: readonly (Change | false | null | undefined)[]
  /** The headings of the columns for the current and the new value; by default 'Now' and 'After'. */
  heads?: readonly [now: ReactNode, after: ReactNode]
  /** The heading of the first column in the table of changes, which is also the name of the table. */
  label?: string
}

/** A table of changes with current and new values. */
export function ChangesTable({ rows, heads, label }: ChangesProps) {
  const t = useT()
  const title = label ?? t('kit:queue.changes')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="carat-queue-changes" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{heads?.[0] ?? t('kit:queue.now')}</th>
            <th scope="col">{heads?.[1] ?? t('kit:queue.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            (row) =>
              row && (
                <tr key={row.key}>
                  <th scope="row">{row.what}</th>
                  <td>{'now' in row ? (row.now ?? '–') : null}</td>
                  <td>{row.after}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  )
}

/** Shows the requester's reason as a quotation. */
export function QuotedReason({ title, children }: { title: ReactNode; children: string }) {
  return (
    <div className="carat-queue-words">
      <h3>{title}</h3>
      <p>
        <bdi>“{children}”</bdi>
      </p>
    </div>
  )
}

/** A note about an earlier decision on the same subject. */
export const EarlierDecisionNote = ({ children }: { children: ReactNode }) => (
  <div className="carat-queue-before">
    <HistoryIcon aria-hidden />
    <span>{children}</span>
  </div>
)

/** A warning for the approver of a request. */
export const ReviewWarning = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="carat-queue-alert" role="note">
    <TriangleAlertIcon aria-hidden />
    <div>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  </div>
)
