// What the page knows of the simulator as it changes: one stream for the whole page, and values that are read again when they are old.
import { read, send } from './api.js'
import { useEffect, useState } from './library.js'

/** `at`: when `now` was true by this browser's clock; `violated`: how many rules the client violates. */
export const live = { now: null, mode: null, frozen: false, at: 0, changes: {}, violated: 0, connected: false }

const listeners = new Set()
const notify = () => {
  for (const listener of listeners) listener()
}

const take = (block) => {
  const data = /^data: (.*)$/m.exec(block)?.[1]
  if (data === undefined) return
  const { changes, ...sent } = JSON.parse(data)
  const { findings } = live.changes
  if (/^event: findings$/m.test(block)) {
    live.violated = sent.violated.length
    live.changes = { ...live.changes, findings: sent.last }
  } else Object.assign(live, sent, { at: Date.now(), connected: true, changes: { ...changes, findings } })
  notify()
}

const readStream = async (body) => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) take(block)
  }
}

/** Goes on for as long as the page is open: a simulator that was started again is found again. */
export const follow = async () => {
  for (;;) {
    try {
      await readStream((await send('/changes')).body)
    } catch (error) {
      // The page is loaded again with a token; anything else is tried again below.
      if (error.status === 401) return
    }
    live.connected = false
    notify()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

export const useLive = () => {
  const [, draw] = useState(0)
  useEffect(() => {
    const listener = () => draw((count) => count + 1)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, [])
  return live
}

/** At most so often is a value read again while changes keep coming; milliseconds. */
const pause = 400

const markOf = (kinds) => kinds.map((kind) => live.changes[kind] ?? 0).join()

/** A value of the port, read again when rows of these kinds change; the old one is shown until the new one is there. */
export const useValue = (path, kinds) => {
  const [state, setState] = useState({ path: null, value: null, error: null })
  const [again, setAgain] = useState(0)
  useEffect(() => {
    if (path === null) return
    const stop = new AbortController()
    let mark = null
    let timer
    const load = async () => {
      mark = markOf(kinds)
      try {
        const value = await read(path, stop.signal)
        setState({ path, value, error: null })
      } catch (error) {
        if (!stop.signal.aborted) setState((old) => ({ path, value: old.path === path ? old.value : null, error }))
      }
      if (!stop.signal.aborted) timer = setTimeout(look, pause)
    }
    const look = () => {
      timer = undefined
      if (!stop.signal.aborted && markOf(kinds) !== mark) void load()
    }
    const changed = () => {
      if (timer === undefined && mark !== null) look()
    }
    listeners.add(changed)
    void load()
    return () => {
      stop.abort()
      clearTimeout(timer)
      listeners.delete(changed)
    }
  }, [path, kinds.join(), again])
  const isOld = state.path !== path
  return { value: state.value, error: isOld ? null : state.error, isOld, reload: () => setAgain((count) => count + 1) }
}
