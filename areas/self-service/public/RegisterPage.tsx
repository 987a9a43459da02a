import { useEffect, useState } from 'react'
import { forgetAll, useDraft } from '#kit/public/draft.ts'
import { Frame } from '#kit/public/Frame.tsx'
import { Progress } from '#kit/public/Progress.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { useSend } from '#kit/public/useSend.ts'
import { getForm, type QrCode, registerCustomer } from '../contract.ts'
import { isOldWording } from './ConsentRows.tsx'
import { pageLanguage } from './EmailCode.tsx'
import { Over, Waiting } from './Over.tsx'
import { emptyRegistration, hasOtherWording, type Registration, toSend } from './registration.ts'
import { StepDetails } from './StepDetails.tsx'
import { StepEmail } from './StepEmail.tsx'
import { StepPerson } from './StepPerson.tsx'
import { useVisit } from './useVisit.ts'
import { Welcome } from './Welcome.tsx'

const DRAFT = 'self-service.registration'
const SENDING = 'self-service.registering'
const titles = ['self-service:register.person', 'self-service:register.email', 'self-service:register.details'] as const

/** Three steps: who one is, how one is reached and what one agrees to, and what else one likes to say. */
export function RegisterPage() {
  const t = useT()
  const visit = useVisit()
  const form = useRead(getForm, { LanguageCode: pageLanguage() })
  const [{ step: chosenStep, values }, setDraft] = useDraft(DRAFT, { step: 0, values: emptyRegistration })
  const [done, setDone] = useState<{ MembershipNo: string | null; Qr: QrCode | null; FullName: string }>()
  const sending = useSend(registerCustomer, {
    keep: SENDING,
    done: ({ MembershipNo, Qr, FullName }) => {
      forgetAll()
      setDone({ MembershipNo, Qr, FullName })
    },
  })

  // The page was open for more than a day while the wording changed: the present one is read first, and nothing typed is lost.
  const isOld = isOldWording(sending.error)
  const { reload: reloadForm } = form
  useEffect(() => {
    if (isOld) reloadForm()
  }, [isOld, reloadForm])
  // It stays at the step of the consents until somebody goes on from there, and not until the first of them is ticked.
  const mustRead = chosenStep === 2 && form.data !== undefined && hasOtherWording(form.data, values)
  useEffect(() => {
    if (mustRead) setDraft((draft) => ({ ...draft, step: 1 }))
  }, [mustRead, setDraft])

  if (done) return <Welcome {...done} isNew />
  if (visit.isOver) return <Over />
  // Registered a moment ago: the page was opened again.
  if (visit.data && visit.data.customer_id !== null) {
    const { MembershipNo, Qr, Purpose } = visit.data
    return <Welcome MembershipNo={MembershipNo} Qr={Qr} isNew={Purpose === 'New Customer'} />
  }
  if (!visit.data || !form.data) {
    const reload = () => void (visit.data ? form.reload() : visit.reload())
    return <Waiting title={t('self-service:register.title')} error={visit.error ?? form.error} reload={reload} />
  }
  const goTo = (step: number) => {
    sending.clearError()
    setDraft((draft) => ({ ...draft, step }))
  }
  const change = (changes: Partial<Registration>) =>
    setDraft((draft) => ({ ...draft, values: { ...draft.values, ...changes } }))
  const shared = { values, change, form: form.data }
  const step = mustRead ? 1 : chosenStep
  return (
    <Frame
      title={t(step === 1 && !values.Email.trim() ? 'self-service:register.consents' : (titles[step] ?? titles[0]))}
      above={
        <Progress
          step={step + 1}
          count={titles.length}
          label={t('kit:form.stepOf', { step: step + 1, count: titles.length })}
        />
      }
    >
      {step === 0 && <StepPerson {...shared} next={() => goTo(1)} />}
      {step === 1 && (
        <StepEmail
          {...shared}
          verified={visit.data.VerifiedEmail}
          onVerified={visit.reload}
          next={() => goTo(2)}
          back={() => goTo(0)}
        />
      )}
      {step === 2 && (
        <StepDetails
          {...shared}
          sending={sending}
          next={(chosen) => sending.send(toSend({ ...values, ...chosen }))}
          back={() => goTo(1)}
        />
      )}
    </Frame>
  )
}
