// Makes a folder once, whatever number of processes ask for it at the same time: whole, or not there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeMade } from './remove-made.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether this process has the lock; one that a dead process left is removed. */
const isTaken = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    const holder = readFileSync(lock, 'utf8')
    if (holder !== '' && !isAlive(Number(holder))) removeMade(lock)
  } catch {
    // It was given back just now.
  }
  return false
}

const sayEveryMs = 15_000
/** What takes longer is stuck, and is not to look alive. */
const sayForMs = 600_000

/** Says at times that something is still being made: who only waits for it, or makes it, would look stuck. */
const saying = (folder: string): (() => void) => {
  const started = Date.now()
  const said = setInterval(() => {
    const passed = Date.now() - started
    if (passed < sayForMs) console.log(`# ${basename(folder)} is being made, for ${Math.round(passed / 1000)} s`)
  }, sayEveryMs)
  return () => clearInterval(said)
}

/** A mark beside the folder says that it is whole: what is made may name its own place, so that it is not moved. */
export const makeOnce = async (folder: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const lock = `${folder}.lock`
  const mark = `${folder}.whole`
  mkdirSync(dirname(folder), { recursive: true })
  if (existsSync(mark)) return folder
  const saidEnough = saying(folder)
  try {
    while (!existsSync(mark)) {
      if (!isTaken(lock)) {
        await sleep(50)
        continue
      }
      try {
        if (existsSync(mark)) break
        removeMade(folder)
        mkdirSync(folder)
        await make(folder)
        writeFileSync(mark, '')
      } finally {
        removeMade(lock)
      }
    }
  } finally {
    saidEnough()
  }
  return folder
}
