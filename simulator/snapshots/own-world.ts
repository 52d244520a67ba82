// The world that a caller gives in place of a name: copied, and refused before anything is opened where nobody could use it.
import { withoutMain, WorldError, type World } from '../engine/world.ts'
import { startFault, startShapeFault } from './start-world.ts'

const unusable = (what: string): WorldError =>
  new WorldError('unusable_world', `The world given to createSimulator cannot be used: ${what}; correct it.`)

const copyOf = (given: World): World => {
  try {
    return structuredClone(given)
  } catch {
    throw unusable('it was expected to be plain data, and a part of it cannot be copied')
  }
}

const said = async (world: World): Promise<string | undefined> => {
  try {
    return startShapeFault(world) ?? (await startFault(world))
  } catch {
    return 'it cannot be read'
  }
}

const isWithoutMain = (world: World): boolean =>
  startShapeFault(world) === undefined && !world.credentials.some(({ id }) => id === world.roles.main)

/** @throws WorldError unusable_world, world_without_main */
export const ownWorld = async (given: World): Promise<World> => {
  const world = copyOf(given)
  const fault = await said(world)
  if (fault === undefined) return world
  throw isWithoutMain(world) ? withoutMain(world) : unusable(fault)
}
