// All compared projects, one per area.
import type { ComparedProject } from './compared-project';
import { userExtension } from './user-extension';

export const projects: readonly ComparedProject[] = [userExtension];
