import { useEffect, useState } from 'react'
import { discardDeviceData, useDraft } from '#kit/public/draft.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { StepProgress } from '#kit/public/Progress.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { getSelfServiceForm, type QrCode, registerCustomer } from '../contract.ts'
import { isOutdatedWordingError } from './ConsentRows.tsx'
import { messageLanguageOfPage } from './EmailCode.tsx'
import { emptyRegistration, hasOutdatedWording, type RegistrationDraft, toRegistrationBody } from './registration.ts'
import { NoSessionPage, PageLoading } from './SessionOver.tsx'
import { RegistrationDetailsStep } from './StepDetails.tsx'
import { RegistrationEmailStep } from './StepEmail.tsx'
import { RegistrationPersonStep } from './StepPerson.tsx'
import { useCustomerSession } from './useCustomerSession.ts'
import { RegistrationWelcomePage } from './Welcome.tsx'

const DRAFT = 'self-service.registration'
const SENDING = 'self-service.registering'
const titles = ['self-service:register.person', 'self-service:register.email', 'self-service:register.details'] as const

/** Page for the registration in three steps: person; contact and consents; optional details. */
export function RegisterPage() {
  const t = useT()
  const session = useCustomerSession()
  const form = useRead(getSelfServiceForm, { LanguageCode: messageLanguageOfPage() })
  const [{ step: chosenStep, values }, setDraft] = useDraft(DRAFT, { step: 0, values: emptyRegistration })
  const [registered, setRegistered] = useState<{ MembershipNo: string | null; Qr: QrCode | null; FullName: string }>()
  const sending = useRetriedChange(registerCustomer, {
    keep: SENDING,
    done: ({ MembershipNo, Qr, FullName }) => {
      discardDeviceData()
      setRegistered({ MembershipNo, Qr, FullName })
    },
  })

  // The customer must read the wording again if it changed while the page was open; the entered data stays.
  const isOld = isOutdatedWordingError(sending.error)
  const { reload: reloadForm } = form
  useEffect(() => {
    if (isOld) reloadForm()
  }, [isOld, reloadForm])
  // The step with the consents stays open until the customer has read the new wording and continues.
  const mustRead = chosenStep === 2 && form.data !== undefined && hasOutdatedWording(form.data, values)
  useEffect(() => {
    if (mustRead) setDraft((draft) => ({ ...draft, step: 1 }))
  }, [mustRead, setDraft])

  if (registered) return <RegistrationWelcomePage {...registered} isNew />
  if (session.isOver) return <NoSessionPage />
  // A customer who has just registered may open the page again.
  if (session.data && session.data.customer_id !== null) {
    const { MembershipNo, Qr, Purpose } = session.data
    return <RegistrationWelcomePage MembershipNo={MembershipNo} Qr={Qr} isNew={Purpose === 'New Customer'} />
  }
  if (!session.data || !form.data) {
    const reload = () => void (session.data ? form.reload() : session.reload())
    return <PageLoading title={t('self-service:register.title')} error={session.error ?? form.error} reload={reload} />
  }
  const goTo = (step: number) => {
    sending.clearError()
    setDraft((draft) => ({ ...draft, step }))
  }
  const change = (changes: Partial<RegistrationDraft>) =>
    setDraft((draft) => ({ ...draft, values: { ...draft.values, ...changes } }))
  const shared = { values, change, form: form.data }
  const step = mustRead ? 1 : chosenStep
  return (
    <PublicPageFrame
      title={t(step === 1 && !values.Email.trim() ? 'self-service:register.consents' : (titles[step] ?? titles[0]))}
      above={
        <StepProgress
          step={step + 1}
          count={titles.length}
          label={t('kit:form.stepOf', { step: step + 1, count: titles.length })}
        />
      }
    >
      {step === 0 && <RegistrationPersonStep {...shared} next={() => goTo(1)} />}
      {step === 1 && (
        <RegistrationEmailStep
          {...shared}
          verified={session.data.VerifiedEmail}
          onVerified={session.reload}
          next={() => goTo(2)}
          back={() => goTo(0)}
        />
      )}
      {step === 2 && (
        <RegistrationDetailsStep
          {...shared}
          sending={sending}
          next={(defaults) => sending.send(toRegistrationBody({ ...values, ...defaults }))}
          back={() => goTo(1)}
        />
      )}
    </PublicPageFrame>
  )
}
