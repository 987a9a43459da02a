import { useState } from 'react'
import { ownDataPath } from '#areas/privacy/paths.ts'
import { discardDeviceData, forgetDraft, useDraft } from '#kit/public/draft.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { SelectField, SendButton, TextField } from '#kit/public/form.tsx'
import { currentPath, Link, pathParams } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { formatShortInstant } from '#kit/web/format.ts'
import { customerSignOut, getOwnProfile, getSelfServiceForm, type Profile, updateOwnProfile } from '../contract.ts'
import { memberCardPath, ownProfilePath } from '../paths.ts'
import { OwnConsentsCard } from './ConsentsCard.tsx'
import { findProfileFieldError, removeFieldsWithoutError } from './checks.ts'
import { OwnEmailCard } from './EmailCard.tsx'
import { messageLanguageOfPage } from './EmailCode.tsx'
import { EndSessionButton } from './FinishButton.tsx'
import { InvalidFieldCount, usePublicForm } from './form.tsx'
import { OwnAddresses } from './OwnAddresses.tsx'
import {
  findProfileChanges,
  formatProfileValue,
  type OwnProfileValues,
  ownProfileFields,
  toOwnProfileValues,
} from './profile.ts'
import type { FormListsReply } from './registration.ts'
import { NoSessionPage, PageLoading } from './SessionOver.tsx'
import { isSessionOverError } from './useCustomerSession.ts'
import './self-service.css'

/** Page on which customers edit their profile; staff review changes of identity fields, other changes apply at once. */
export function EditOwnProfilePage() {
  const t = useT()
  const { CustomerId } = pathParams(ownProfilePath.pattern, currentPath()) ?? {}
  const profile = useRead(getOwnProfile, {})
  const form = useRead(getSelfServiceForm, { LanguageCode: messageLanguageOfPage() })
  const [isDone, setIsDone] = useState(false)
  const leaving = useRetriedChange(customerSignOut, { done: discardDeviceData })

  if (isDone) return <ProfileSaved isOver={form.data?.Purpose !== 'Sign-in'} />
  if (isSessionOverError(profile.error) || isSessionOverError(form.error)) return <NoSessionPage />
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
    <PublicPageFrame title={t('self-service:edit.title')}>
      <ProfileForm
        key={profile.data.CustomerId}
        profile={profile.data}
        form={form.data}
        reload={profile.reload}
        onSaved={saved}
      >
        <OwnEmailCard profile={profile.data} onChanged={profile.reload} />
        <OwnAddresses profile={profile.data} lists={form.data.Lists} onChanged={profile.put} />
        <OwnConsentsCard profile={profile.data} form={form.data} onChanged={profile.put} reload={form.reload} />
      </ProfileForm>
      {form.data.Purpose === 'Sign-in' ? (
        <>
          <Link to={ownDataPath()} className="pub-button">
            {t('self-service:own.data')}
          </Link>
          <Link to={memberCardPath()} className="pub-button">
            {t('self-service:edit.toCard')}
          </Link>
        </>
      ) : (
        <EndSessionButton />
      )}
    </PublicPageFrame>
  )
}

function NotHere() {
  const t = useT()
  return (
    <PublicPageFrame title={t('kit:error.noPage')}>
      <p className="pub-lead">{t('kit:error.noPageHelp')}</p>
    </PublicPageFrame>
  )
}

function ProfileSaved({ isOver }: { isOver: boolean }) {
  const t = useT()
  return (
    <PublicPageFrame title={t('self-service:edit.done')}>
      <p className="pub-lead" role="status">
        {t('self-service:edit.saved')}
      </p>
      <p className="pub-lead">{t('self-service:edit.reviewed')}</p>
      {isOver ? (
        <p className="pub-lead">{t('self-service:ended.help')}</p>
      ) : (
        <Link to={memberCardPath()} className="pub-button pub-primary">
          {t('self-service:edit.toCard')}
        </Link>
      )}
    </PublicPageFrame>
  )
}

type FormProps = {
  profile: Profile
  form: FormListsReply
  reload: () => void
  onSaved: () => void
  /** Sections of the page with separate buttons, between the fields and the button for the profile. */
  children: React.ReactNode
}

function ProfileForm({ profile, form: { Lists, Outlets }, reload, onSaved, children }: FormProps) {
  const t = useT()
  const draft = `self-service.profile.${profile.CustomerId}`
  const [values, setValues] = useDraft<OwnProfileValues>(draft, toOwnProfileValues(profile))
  const sending = useRetriedChange(updateOwnProfile, {
    keep: `${draft}.sending`,
    done: () => {
      forgetDraft(draft)
      onSaved()
    },
  })
  const check = (now: OwnProfileValues) =>
    removeFieldsWithoutError(
      Object.fromEntries(
        ownProfileFields.map(({ name }) => [
          name,
          requiredFault(name, now[name], t('kit:form.missing')) ?? findProfileFieldError(name, now[name]),
        ]),
      ),
    )
  const form = usePublicForm({
    values,
    check,
    submit: () => {
      const changes = findProfileChanges(profile, values)
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
            {t('self-service:edit.contactHold', { until: formatShortInstant(profile.ContactHeldUntil) })}
          </p>
        )}
        <InvalidFieldCount faults={form.faults} />
        {(['identity', 'contact', 'person'] as const).map((section) => (
          <section key={section} aria-label={t(`self-service:sections.${section}`)}>
            <h2 className="pub-section">{t(`self-service:sections.${section}`)}</h2>
            {section === 'identity' && <p className="pub-hint">{t('self-service:edit.identityHelp')}</p>}
            {ownProfileFields
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
                  hint: hintOf(t, name, profile, pendingValue && formatProfileValue(name, pendingValue.Updated)),
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
