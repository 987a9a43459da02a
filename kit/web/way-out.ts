import { type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { CallError } from './call.ts'

// What an area offers on a page that the server refused with one of its codes, so that no refusal is a dead end.

const ways = new Map<string, ReactNode>()

export const offerWayOut = (code: string, load: () => Promise<{ default: ComponentType }>) =>
  void ways.set(code, createElement(lazy(load)))

export const wayOutOf = (error: unknown) => (error instanceof CallError ? ways.get(error.code) : undefined)
