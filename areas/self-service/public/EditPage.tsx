import { useState } from 'react'
import { ownDataPath } from '#areas/privacy/paths.ts'
import { discardDeviceData, forgetDraft, useDraft } from '#kit/public/draft.ts'
import { Frame } from '#kit/public/Frame.tsx'
import { SelectField, SendButton, TextField } from '#kit/public/form.tsx'
import { currentPath, Link, pathParams } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { useSend } from '#kit/public/useSend.ts'
import { shortInstant } from '#kit/web/format.ts'
import { customerSignOut, getForm, getProfile, type Profile, updateProfile } from '../contract.ts'
import { cardPath, ownProfilePath } from '../paths.ts'
import { ConsentsCard } from './ConsentsCard.tsx'
import { findFieldError, onlyErrors } from './checks.ts'
import { EmailCard } from './EmailCard.tsx'
import { pageLanguage } from './EmailCode.tsx'
import { FinishButton } from './FinishButton.tsx'
import { FaultSummary, useForm } from './form.tsx'
import { OwnAddresses } from './OwnAddresses.tsx'
import { displayedValue, type EditedProfile, editedFields, profileChanges, toEditedProfile } from './profile.ts'
import type { FormLists } from './registration.ts'
import { NoSessionPage, PageLoading } from './SessionOver.tsx'
import { isSessionOver } from './useCustomerSession.ts'
import './self-service.css'

/** Page on which customers edit their profile; staff review changes of identity fields, other changes apply at once. */
export function EditPage() {
  const t = useT()
  const { CustomerId } = pathParams(ownProfilePath.pattern, currentPath()) ?? {}
  const profile = useRead(getProfile, {})
  const form = useRead(getForm, { LanguageCode: pageLanguage() })
  const [isDone, setIsDone] = useState(false)
  const leaving = useSend(customerSignOut, { done: discardDeviceData })

  if (isDone) return <ProfileSaved isOver={form.data?.Purpose !== 'Sign-in'} />
  if (isSessionOver(profile.error) || isSessionOver(form.error)) return <NoSessionPage />
  if (!profile.data || !form.data) {
    const reload = () => {
      for (const read of [profile, form]) if (!read.data) read.reload()
    }
    return <PageLoading title={t('self-service:edit.title')} error={profile.error ?? form.error} reload={reload} />
  }
  // A URL with the id of another customer is shown as not found.
  if (String(profile.data.CustomerId) !== CustomerId) return <NotHere />
  const saved = () => {
    // A passcode session is only for this form, so it ends with the form.
    if (form.data?.Purpose !== 'Sign-in') leaving.send({})
    setIsDone(true)
  }
  return (
    <Frame title={t('self-service:edit.title')}>
      <ProfileForm
        key={profile.data.CustomerId}
        profile={profile.data}
        form={form.data}
        reload={profile.reload}
        onSaved={saved}
      >
        <EmailCard profile={profile.data} onChanged={profile.reload} />
        <OwnAddresses profile={profile.data} lists={form.data.Lists} onChanged={profile.put} />
        <ConsentsCard profile={profile.data} form={form.data} onChanged={profile.put} reload={form.reload} />
      </ProfileForm>
      {form.data.Purpose === 'Sign-in' ? (
        <>
          <Link to={ownDataPath()} className="pub-button">
            {t('self-service:own.data')}
          </Link>
          <Link to={cardPath()} className="pub-button">
            {t('self-service:edit.toCard')}
          </Link>
        </>
      ) : (
        <FinishButton />
      )}
    </Frame>
  )
}

function NotHere() {
  const t = useT()
  return (
    <Frame title={t('kit:error.noPage')}>
      <p className="pub-lead">{t('kit:error.noPageHelp')}</p>
    </Frame>
  )
}

function ProfileSaved({ isOver }: { isOver: boolean }) {
  const t = useT()
  return (
    <Frame title={t('self-service:edit.done')}>
      <p className="pub-lead" role="status">
        {t('self-service:edit.saved')}
      </p>
      <p className="pub-lead">{t('self-service:edit.reviewed')}</p>
      {isOver ? (
        <p className="pub-lead">{t('self-service:ended.help')}</p>
      ) : (
        <Link to={cardPath()} className="pub-button pub-primary">
          {t('self-service:edit.toCard')}
        </Link>
      )}
    </Frame>
  )
}

type FormProps = {
  profile: Profile
  form: FormLists
  reload: () => void
  onSaved: () => void
  /** Sections of the page with separate buttons, between the fields and the button for the profile. */
  children: React.ReactNode
}

function ProfileForm({ profile, form: { Lists, Outlets }, reload, onSaved, children }: FormProps) {
  const t = useT()
  const draft = `self-service.profile.${profile.CustomerId}`
  const [values, setValues] = useDraft<EditedProfile>(draft, toEditedProfile(profile))
  const sending = useSend(updateProfile, {
    keep: `${draft}.sending`,
    done: () => {
      forgetDraft(draft)
      onSaved()
    },
  })
  const check = (now: EditedProfile) =>
    onlyErrors(
      Object.fromEntries(
        editedFields.map(({ name }) => [
          name,
          requiredFault(name, now[name], t('kit:form.missing')) ?? findFieldError(name, now[name]),
        ]),
      ),
    )
  const form = useForm({
    values,
    check,
    submit: () => {
      const changes = profileChanges(profile, values)
      sending.send({ ...changes, Version: profile.Version })
    },
  })
  const choicesOf = (list: string) =>
    list === 'outlet'
      ? Outlets.map(({ Code, Name }) => ({ Value: Code, Label: Name }))
      : (Lists[list as keyof typeof Lists] ?? [])
  const isStale = sending.error !== undefined && (sending.error as { current?: unknown }).current !== undefined
  return (
    <>
      <form id="profile" ref={form.ref} noValidate onSubmit={form.onSubmit}>
        {profile.ContactHeldUntil && (
          <p className="pub-note pub-note-warning">
            {t('self-service:edit.contactHold', { until: shortInstant(profile.ContactHeldUntil) })}
          </p>
        )}
        <FaultSummary faults={form.faults} />
        {(['identity', 'contact', 'person'] as const).map((section) => (
          <section key={section} aria-label={t(`self-service:sections.${section}`)}>
            <h2 className="pub-section">{t(`self-service:sections.${section}`)}</h2>
            {section === 'identity' && <p className="pub-hint">{t('self-service:edit.identityHelp')}</p>}
            {editedFields
              .filter((field) => field.section === section)
              .map(({ name, list, type, required, autoComplete }) => {
                const pendingValue = profile.Waiting.find(({ FieldName }) => FieldName === name)
                const shared = {
                  label: t(`self-service:labels.${name}`),
                  fault: form.faults[name],
                  value: values[name],
                  onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
                  onLeave: () => form.leave(name),
                  required,
                  hint: hintOf(t, name, profile, pendingValue && displayedValue(name, pendingValue.Updated)),
                  disabled: sending.state !== 'idle',
                  ...(autoComplete && { autoComplete }),
                }
                return list ? (
                  <SelectField key={name} {...shared} choices={choicesOf(list)} />
                ) : (
                  <TextField key={name} {...shared} {...(type && { type })} maxLength={150} />
                )
              })}
          </section>
        ))}
      </form>
      {children}
      <div className="pub-end">
        {isStale && (
          <button type="button" className="pub-button" onClick={reload}>
            {t('self-service:edit.reload')}
          </button>
        )}
        <SendButton sending={sending} form="profile">
          {t('self-service:edit.save')}
        </SendButton>
      </div>
    </>
  )
}

const requiredFault = (name: string, value: string, missing: string) =>
  ['FullName', 'ContactNo', 'Language'].includes(name) && !value.trim() ? missing : undefined

function hintOf(t: ReturnType<typeof useT>, name: string, profile: Profile, pendingValue: string | null | undefined) {
  if (pendingValue !== undefined) return t('self-service:edit.waits', { value: pendingValue ?? '–' })
  if (name === 'IdNo' && profile.IdNo) return t('self-service:edit.idNow', { value: profile.IdNo })
  return undefined
}
