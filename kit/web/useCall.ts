import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useRef } from 'react'
import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import { CallError, call } from './call.ts'
import { i18nText, type Message } from './message.ts'
import { type Act, notify } from './notify.tsx'
import { forgetChanges } from './table/touched.ts'
import { UndoButton } from './UndoButton.tsx'

type Options<E extends Endpoint> = {
  /** The sentence that announces the success; without it and `headline` there is no notification. */
  done?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  /** Above it: the record and what happened to it, "Lim Chee Keong registered". */
  headline?: Message<[reply: Reply<E>, input: SentByPage<E>]>
  /** The next act, beside them. */
  act?: (reply: Reply<E>, input: SentByPage<E>) => Act | undefined
  /** The title over the server's message when it did not work. */
  failed: Message<[error: Error, input: SentByPage<E>]>
  /** Offered for some seconds in the notification of success. */
  undo?: (reply: Reply<E>) => Promise<unknown>
  onDone?: (reply: Reply<E>, input: SentByPage<E>) => unknown
  /** A form shows the error itself: an error is shown once. */
  errorIn?: 'form'
}

/** A change of the contract as a page makes it: the user is notified, and it is sent once even if it is tried twice. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { done, headline, act, failed, undo, onDone, errorIn }: Options<E>,
) {
  const client = useQueryClient()
  const attempt = useRef<{ body: string; key: string }>(undefined)

  return useMutation<Reply<E>, Error, SentByPage<E>>({
    // Without a network it is refused at once. It must not wait and be sent when nobody expects it any more.
    networkMode: 'always',
    mutationFn: (input) => {
      if (!endpoint.idempotent) return call(endpoint, input)
      // The same input again is a retry of the same submit: the server must recognise it.
      const body = JSON.stringify(input)
      if (attempt.current?.body !== body) attempt.current = { body, key: crypto.randomUUID() }
      return call(endpoint, input, { idempotencyKey: attempt.current.key })
    },
    onSuccess: async (reply, input) => {
      attempt.current = undefined
      const takeBack = async () => {
        await undo?.(reply)
        forgetChanges(client, endpoint)
      }
      const next = undo ? createElement(UndoButton, { run: takeBack }) : act?.(reply, input)
      const sentence = done && i18nText(done, reply, input)
      if (headline) notify({ title: i18nText(headline, reply, input), detail: sentence, act: next })
      else if (sentence) notify.success(sentence, next)
      await onDone?.(reply, input)
    },
    onError: (error, input) => {
      // A refusal settles the attempt: nothing was done. After a lost answer the same key must find what was done.
      if (error instanceof CallError && error.statusCode >= 400 && error.statusCode < 500) attempt.current = undefined
      if (errorIn !== 'form') notify.error(() => i18nText(failed, error, input), error)
    },
  })
}
