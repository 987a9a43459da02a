import { Alert, Button, Checkbox, Input, type InputRef, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { errorText, useT } from '../i18n.ts'
import { Muted, Row } from '../Layout.tsx'
import { notify } from '../notify.tsx'
import { useSession } from '../session.ts'
import { toViewState } from './address.ts'
import type { ViewTools } from './view-tools.ts'

const NAME_MAX = 60

/** Names a new view or renames the open view. Head office may share the view. */
export function ViewDialog({ tools, editing, onClose }: { tools: ViewTools; editing: boolean; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { isHQ } = useSession()
  const { views, changes, state } = tools
  const edited = editing ? views.active : undefined
  const [isOpen, setIsOpen] = useState(true)
  const [name, setName] = useState(edited?.Name ?? '')
  const [isShared, setIsShared] = useState(edited?.SharedYN === 'Y')
  const [isDefault, setIsDefault] = useState(edited !== undefined && edited.ViewId === views.defaultView?.ViewId)
  const [errorMessage, setErrorMessage] = useState<string>()
  const [saving, setSaving] = useState(false)
  const field = useRef<InputRef>(null)
  const title = t(editing ? 'kit:views.editTitle' : 'kit:views.addTitle')

  const save = async () => {
    const Name = name.trim()
    if (!Name) {
      setErrorMessage(t('kit:issues.required'))
      field.current?.focus()
      return
    }
    if (saving) return
    setSaving(true)
    setErrorMessage(undefined)
    try {
      const fields = { Name, SharedYN: isShared ? ('Y' as const) : ('N' as const) }
      const view = edited
        ? await changes.update(edited, fields)
        : await changes.add({ ...fields, State: toViewState(state) })
      const wasDefault = views.defaultView?.ViewId === view.ViewId
      if (isDefault !== wasDefault) await changes.choose({ DefaultViewId: isDefault ? view.ViewId : null })
      if (!edited) views.show(view)
      notify.success(t('kit:views.saved', { name: view.Name }))
      setIsOpen(false)
    } catch (error) {
      setErrorMessage(errorText(error).description)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open={isOpen}
      title={title}
      width={440}
      onCancel={() => setIsOpen(false)}
      afterOpenChange={(opened) => (opened ? field.current?.focus() : onClose())}
      footer={
        <Row justify="end">
          <Button onClick={() => setIsOpen(false)}>{t('kit:verbs.cancel')}</Button>
          <Button type="primary" loading={saving} onClick={() => void save()}>
            {t('kit:verbs.save')}
          </Button>
        </Row>
      }
    >
      <form
        className="carat-view-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label htmlFor={id} className="carat-label">
          {t('kit:views.name')}
        </label>
        <Input
          id={id}
          ref={field}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          aria-invalid={errorMessage !== undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {errorMessage && <Alert type="error" showIcon title={errorMessage} />}
        {isHQ && (
          <Checkbox checked={isShared} onChange={({ target }) => setIsShared(target.checked)}>
            {t('kit:views.share')}
          </Checkbox>
        )}
        <Checkbox checked={isDefault} onChange={({ target }) => setIsDefault(target.checked)}>
          {t('kit:views.first')}
        </Checkbox>
        {!editing && <Muted as="p">{t('kit:views.holds')}</Muted>}
      </form>
    </Modal>
  )
}
