#!/usr/bin/env node
import { startProgram } from './program.ts';

startProgram();
