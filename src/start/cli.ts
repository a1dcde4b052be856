#!/usr/bin/env node
import { startProgram } from './start.ts';

startProgram();
