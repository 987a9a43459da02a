import type { Editor } from '@tiptap/core'
import { Button, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { isLinkTarget } from './extensions.ts'
import type { InsertableField } from './insertable.ts'
import { mergeFieldCode } from './merge-text.ts'

type Props = {
  editor: Editor
  /** The merge fields whose values are addresses. */
  links: readonly InsertableField[]
  initial: { href: string; text: string }
  onClose: () => void
}

/** Edits the target of a link: a web address or a merge field. */
export function LinkDialog({ editor, links, initial, onClose }: Props) {
  const t = useT()
  const id = useId()
  const initialField = links.some(({ Name }) => mergeFieldCode(Name) === initial.href) ? initial.href : ''
  const [to, setTo] = useState(initialField)
  const [address, setAddress] = useState(initialField ? '' : initial.href)
  const [text, setText] = useState(initial.text)
  const [submitted, setSubmitted] = useState(false)
  const isLink = editor.isActive('link')
  const needsText = !isLink && editor.state.selection.empty
  const href = to || withScheme(address.trim())
  const isInvalid = !isLinkTarget(href)
  const apply = () => {
    setSubmitted(true)
    if (isInvalid || (needsText && text.trim() === '')) return
    const act = editor.chain().focus()
    if (needsText) {
      act
        .insertContent([
          { type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] },
          { type: 'text', text: ' ' },
        ])
        .run()
    } else act.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const clear = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Modal
      open
      title={t('messages:editor.link')}
      width={460}
      onCancel={onClose}
      footer={
        <Row justify="end">
          {isLink && (
            <Button danger onClick={clear}>
              {t('messages:editor.unlink')}
            </Button>
          )}
          <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
          <Button type="primary" onClick={apply}>
            {t('messages:editor.setLink')}
          </Button>
        </Row>
      }
    >
      <Form layout="vertical" component={false}>
        {links.length > 0 && (
          <Form.Item label={t('messages:editor.leadsTo')} htmlFor={`${id}-to`}>
            <Select
              id={`${id}-to`}
              value={to}
              onChange={setTo}
              options={[
                { value: '', label: t('messages:editor.webAddress') },
                ...links.map(({ Name, label }) => ({ value: mergeFieldCode(Name), label })),
              ]}
            />
          </Form.Item>
        )}
        {to === '' && (
          <Form.Item
            label={t('messages:editor.webAddress')}
            htmlFor={`${id}-address`}
            required
            {...(submitted && isInvalid && { validateStatus: 'error', help: t('messages:editor.wrongAddress') })}
          >
            <Input
              id={`${id}-address`}
              autoFocus
              value={address}
              inputMode="url"
              dir="ltr"
              aria-invalid={submitted && isInvalid}
              onChange={({ target }) => setAddress(target.value)}
              onPressEnter={apply}
            />
          </Form.Item>
        )}
        {needsText && (
          <TextOfLink
            id={`${id}-text`}
            value={text}
            missing={submitted && text.trim() === ''}
            onChange={setText}
            onEnter={apply}
          />
        )}
      </Form>
    </Modal>
  )
}

type TextProps = {
  id: string
  value: string
  missing: boolean
  onChange: (text: string) => void
  onEnter: () => void
}

/** The dialog also asks for the text of the link if no text is selected. */
function TextOfLink({ id, value, missing, onChange, onEnter }: TextProps) {
  const t = useT()
  return (
    <Form.Item
      label={t('messages:editor.linkText')}
      htmlFor={id}
      required
      {...(missing && { validateStatus: 'error', help: t('kit:issues.required') })}
    >
      <Input
        id={id}
        value={value}
        aria-invalid={missing}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={onEnter}
      />
    </Form.Item>
  )
}

/** Adds https:// to a web address without a scheme. */
const withScheme = (typed: string) => (/^[^\s:/]+\.[^\s]+$/.test(typed) ? `https://${typed}` : typed)
